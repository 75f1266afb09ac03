/** Acknowledged writes and accepted alerts outlive killed hosts. `npm run kill-test -- host` kills 100 times, `-- hosts` and `-- postgres` too. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import type { Outcome } from '../../endurance/kill/check-writes.ts';
import { liveServer } from '../../endurance/kill/server-life.ts';
import { buildKillTarget, type KillVariant } from '../../endurance/kill/servers.ts';

const whyNot = await whyNoOwnServer();

test.skipIf(whyNot !== null).each<KillVariant>(['host', 'hosts'])(
  'every acknowledged write is there, once, and every alert has paged, after a kill of %s',
  async (variant) => {
    const seed = process.env['KILL_SEED'] ?? String(Date.now() % 100_000);
    const target = await buildKillTarget(variant);
    const folder = await mkdtemp(path.join(tmpdir(), 'muster-killed-'));
    const outcomes: Outcome[] = [];
    await liveServer({ target, folder, seed, kills: 1, told: (outcome) => void outcomes.push(outcome) });
    await target.close();
    await rm(folder, { recursive: true, maxRetries: 20 });
    console.log(`Seed ${seed} (KILL_SEED): ${outcomes[0]?.acknowledged} acknowledged writes.`);
    expect(outcomes.flatMap(({ lost }) => lost)).toEqual([]);
    expect(outcomes).toHaveLength(1);
  },
  180_000,
);
