import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyEnvironment } from './build-functions.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'muster-environment-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('the environment of the functions is deployed with them, where there is one', async () => {
  const [project, out] = [await folder(), await folder()];
  await copyEnvironment(project, out);
  await expect(readFile(path.join(out, '.env'), 'utf8')).rejects.toThrow('ENOENT');
  await writeFile(
    path.join(project, 'functions.env.local'),
    'MUSTER_SWEEP_MONITOR=https://monitor.example/ping\n',
  );
  await copyEnvironment(project, out);
  expect(await readFile(path.join(out, '.env'), 'utf8')).toBe(
    'MUSTER_SWEEP_MONITOR=https://monitor.example/ping\n',
  );
});
