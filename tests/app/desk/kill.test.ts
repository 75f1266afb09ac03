/** Acknowledged writes of a shared cloud outlive a killed process. `npm run kill-test -- desk` kills it 300 times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome } from '../../endurance/kill/check-writes.ts';
import { liveServer } from '../../endurance/kill/server-life.ts';
import { buildKillTarget } from '../../endurance/kill/servers.ts';

test('every acknowledged write is there, once, after the process is killed, five times', async () => {
  const seed = process.env['KILL_SEED'] ?? String(Date.now() % 100_000);
  const target = await buildKillTarget('desk');
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-killed-'));
  const outcomes: Outcome[] = [];
  await liveServer({ target, folder, seed, kills: 5, told: (outcome) => void outcomes.push(outcome) });
  await target.close();
  await rm(folder, { recursive: true, maxRetries: 20 });
  const acknowledged = outcomes.reduce((sum, outcome) => sum + outcome.acknowledged, 0);
  console.log(`Seed ${seed} (KILL_SEED): ${acknowledged} acknowledged writes.`);
  expect(outcomes).toHaveLength(5);
  expect(acknowledged).toBeGreaterThan(0);
  expect(outcomes.flatMap(({ lost }) => lost)).toEqual([]);
});
