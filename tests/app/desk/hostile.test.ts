/** A minute of `npm run hostile`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deskTarget } from '../../endurance/hostile/desk-target.ts';
import { besiege, type Round } from '../../endurance/hostile/siege.ts';

const longestMs = 60_000;

test('a desk under random requests for a minute pages in time, loses nothing and restarts', async () => {
  const seed = process.env['HOSTILE_SEED'] ?? String(Date.now() % 100_000);
  const target = await deskTarget();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-hostile-'));
  const rounds: Round[] = [];
  const until = Date.now() + longestMs;
  const finding = await besiege({
    target,
    folder: path.join(folder, 'data'),
    seed,
    rounds: Infinity,
    goesOn: () => Date.now() < until,
    onRound: (round) => void rounds.push(round),
  });
  await target.program.close();
  await rm(folder, { recursive: true, maxRetries: 20 });
  console.log(`Seed ${seed} (HOSTILE_SEED): ${rounds.length} rounds.`);
  expect(finding).toBeNull();
  expect(rounds.length).toBeGreaterThan(0);
});
