/** Starts of a PostgreSQL of one's own, in a folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';

const whyNot = await whyNoOwnServer();

test('what a first start left that was killed is made anew, and a second server is told of the first', async ({
  skip,
}) => {
  if (whyNot !== null) skip(whyNot);
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-own-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'postgres.part'));
  await writeFile(path.join(folder, 'postgres.part', 'PG_VERSION'), '18\n');
  const server = await startOwnServer(folder);
  try {
    await expect(startOwnServer(folder)).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringMatching(/already, as process \d+\. .* kill -INT \d+$/u),
    });
  } finally {
    await server.stop();
  }
}, 60_000);
