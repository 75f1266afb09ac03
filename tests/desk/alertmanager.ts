/** A real Alertmanager, configured as docs/shared-trial.md says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';

const installed = [
  '/usr/bin/prometheus-alertmanager',
  '/usr/bin/alertmanager',
  '/usr/local/bin/alertmanager',
];
const page = path.resolve(import.meta.dirname, '../../docs/shared-trial.md');

/** The path of its program, or `null`. `MUSTER_ALERTMANAGER` names another. */
export function findAlertmanager(): string | null {
  const named = process.env['MUSTER_ALERTMANAGER'];
  return [...(named ? [named] : installed)].find((file) => existsSync(file)) ?? null;
}

export interface Alertmanager {
  /** As Prometheus sends it. */
  fire(labels: Readonly<Record<string, string>>, summary: string): Promise<void>;
  close(): Promise<void>;
}

/** Sends to the desk at `url`, with the key of a service. */
export async function startAlertmanager(url: URL, key: string): Promise<Alertmanager> {
  const program = findAlertmanager();
  if (program === null) throw new Error('There is no Alertmanager.');
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-alertmanager-'));
  const config = path.join(folder, 'alertmanager.yml');
  await writeFile(config, await documented(url, key));
  const [port, storage] = [await freePort(), path.join(folder, 'data')];
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.path=${storage}`,
      `--web.listen-address=127.0.0.1:${port}`,
      // Alone.
      '--cluster.listen-address=',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  const ended = once(child, 'close');
  await new Promise<void>((listening, failed) => {
    child.stderr.on('data', (part: Buffer) => {
      said += String(part);
      if (said.includes(`127.0.0.1:${port}`)) listening();
    });
    child.once('close', () => failed(new Error(`Alertmanager did not start: ${said}`)));
  });
  return {
    async fire(labels, summary) {
      const alert = { labels, annotations: { summary }, startsAt: new Date().toISOString() };
      const { status } = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([alert]),
      });
      if (status !== 200) throw new Error(`Alertmanager answered with ${status}: ${said}`);
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, maxRetries: 20 });
    },
  };
}

/** The page's own configuration, for this address and key; and without the half minute that it waits for more of a group. */
async function documented(url: URL, key: string): Promise<string> {
  const [, yaml = ''] = /```yaml\n(.+?)```/su.exec(await readFile(page, 'utf8')) ?? [];
  const changes = [
    ['http://localhost:4180', url.origin],
    ['THE_KEY', key],
    ['receiver: muster }', 'receiver: muster, group_wait: 0s }'],
  ] as const;
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/shared-trial.md has no “${from}”.`);
    return text.replace(from, to);
  }, yaml);
}
