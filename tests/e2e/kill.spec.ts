/** Acknowledged writes of the demonstration outlive a killed browser. `npm run kill-test` kills it 300 times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Outcome } from '../endurance/kill/check-writes.ts';
import { live } from '../endurance/kill/life.ts';
import { serveKillPage } from '../endurance/kill/site.ts';
import { findChromium } from './chromium.ts';

test.skip(findChromium() === null, 'No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');

test('every acknowledged write is stored after each of three kills of the browser', async () => {
  const seed = process.env['KILL_SEED'] ?? String(Date.now() % 100_000);
  const site = await serveKillPage();
  const profile = await mkdtemp(path.join(tmpdir(), 'muster-killed-'));
  const outcomes: Outcome[] = [];
  await live({ url: site.url, profile, seed, kills: 3, told: (outcome) => void outcomes.push(outcome) });
  await site.close();
  await rm(profile, { recursive: true, maxRetries: 20 });
  const acknowledged = outcomes.reduce((sum, outcome) => sum + outcome.acknowledged, 0);
  console.log(`Seed ${seed} (KILL_SEED): ${acknowledged} acknowledged writes.`);
  expect(outcomes).toHaveLength(3);
  expect(acknowledged).toBeGreaterThan(0);
  expect(
    outcomes.flatMap(({ lost }) => lost),
    `lost with seed ${seed}`,
  ).toEqual([]);
});
