/** A real Alertmanager as a process of its own, and the requests that Prometheus sends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../free-port.ts';

const installed = [
  '/usr/bin/prometheus-alertmanager',
  '/usr/bin/alertmanager',
  '/usr/local/bin/alertmanager',
];

/** The path of its program, or `null`. `MUSTER_ALERTMANAGER` names another. */
export function findAlertmanager(): string | null {
  const named = process.env['MUSTER_ALERTMANAGER'];
  return [...(named ? [named] : installed)].find((file) => existsSync(file)) ?? null;
}

/** Reason of a skipped test. */
export const noAlertmanager = 'No Alertmanager was found. Install one, or set MUSTER_ALERTMANAGER.';

/** An alert of Prometheus: its labels tell it from others. */
export interface PrometheusAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface Alertmanager {
  /** Sends firing alerts, as Prometheus does, repeatedly. */
  fire(...alerts: readonly PrometheusAlert[]): Promise<void>;
  /** Sends resolved alerts, as Prometheus does. */
  resolve(...alerts: readonly PrometheusAlert[]): Promise<void>;
  /**
   * Restarts it on the same storage. At SIGTERM it first stores its log of sent notifications; at SIGKILL it does not. Alerts are
   * not stored: it waits for Prometheus to send them again.
   */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Sum of a counter of its own, over all labels, since its last start. */
  counter(name: string): Promise<number>;
  close(): Promise<void>;
}

/** Alerts in one request. */
const portion = 500;

/** `configuration`: YAML (`alertmanager-config.ts`). */
export async function startAlertmanager(configuration: string): Promise<Alertmanager> {
  const program = findAlertmanager();
  if (program === null) throw new Error(noAlertmanager);
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-alertmanager-'));
  const config = path.join(folder, 'alertmanager.yml');
  await writeFile(config, configuration);
  const address = `127.0.0.1:${await freePort()}`;
  const args = [
    `--config.file=${config}`,
    `--storage.path=${path.join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    // Alone.
    '--cluster.listen-address=',
  ];
  let running = await startProgram(program, args, address);
  const startsAt = new Map<string, string>();

  async function post(alerts: readonly PrometheusAlert[], endsAt?: string): Promise<void> {
    for (let from = 0; from < alerts.length; from += portion) {
      const body = alerts.slice(from, from + portion).map(({ labels, summary }) => {
        const key = JSON.stringify(labels);
        const began = startsAt.get(key) ?? new Date().toISOString();
        startsAt.set(key, began);
        return { labels, annotations: { summary }, startsAt: began, endsAt };
      });
      const { status } = await fetch(`http://${address}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (status !== 200) throw new Error(`Alertmanager answered with ${status}: ${running.said()}`);
    }
  }
  return {
    fire: (...alerts) => post(alerts),
    resolve: (...alerts) => post(alerts, new Date().toISOString()),
    async restart(signal) {
      running.child.kill(signal);
      await running.ended;
      running = await startProgram(program, args, address);
    },
    async counter(name) {
      const metrics = await (await fetch(`http://${address}/metrics`)).text();
      const values = metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gmu'));
      return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
    },
    async close() {
      running.child.kill('SIGKILL');
      await running.ended;
      await rm(folder, { recursive: true, maxRetries: 20 });
    },
  };
}

interface RunningProgram {
  readonly child: ChildProcess;
  said(): string;
  readonly ended: Promise<unknown>;
}

/** Resolves once it listens. */
async function startProgram(
  program: string,
  args: readonly string[],
  address: string,
): Promise<RunningProgram> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const ended = once(child, 'close');
  await new Promise<void>((listening, failed) => {
    child.stderr.on('data', (part: Buffer) => {
      said += String(part);
      if (said.includes(address)) listening();
    });
    child.once('close', () => failed(new Error(`Alertmanager did not start: ${said}`)));
  });
  return { child, said: () => said, ended };
}
