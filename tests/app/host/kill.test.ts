/** Acknowledged writes and accepted alerts outlive killed hosts. `npm run kill-test -- host` kills 100 times, `-- hosts` and `-- postgres` too. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import type { Outcome } from '../../endurance/kill/check-writes.ts';
import { liveServer } from '../../endurance/kill/server-life.ts';
import {
  buildKillProgram,
  type KillProgram,
  killTarget,
  type KillVariant,
} from '../../endurance/kill/servers.ts';

const whyNot = await whyNoOwnServer();
let program: KillProgram | null = null;
beforeAll(async () => {
  if (whyNot === null) program = await buildKillProgram('host');
});
afterAll(() => program?.close());

test.skipIf(whyNot !== null).each<KillVariant>(['host', 'hosts'])(
  'every acknowledged write is there, once, and every alert has paged, after a kill of %s',
  async (variant) => {
    const seed = process.env['KILL_SEED'] ?? String(Date.now() % 100_000);
    if (!program) throw new Error('The program is not built.');
    const folder = await mkdtemp(path.join(tmpdir(), 'muster-killed-'));
    const outcomes: Outcome[] = [];
    await liveServer({
      ...{ target: killTarget(variant, program), folder, seed, kills: 1 },
      told: (outcome) => void outcomes.push(outcome),
    });
    await rm(folder, { recursive: true, maxRetries: 20 });
    console.log(`Seed ${seed} (KILL_SEED): ${outcomes[0]?.acknowledged} acknowledged writes.`);
    expect(outcomes.flatMap(({ lost }) => lost)).toEqual([]);
    expect(outcomes).toHaveLength(1);
  },
);
