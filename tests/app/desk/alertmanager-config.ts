/** Configurations of an Alertmanager that sends to a desk. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoKeys, DemoServiceId } from '#demo/team/sender-keys.ts';

/** The two kinds of receivers that Alertmanager has for Muster. */
export type Receiver = 'webhook' | 'pagerduty';

const page = path.resolve(import.meta.dirname, '../../../docs/shared-trial.md');

/** Configuration from docs/shared-trial.md for this address and key, without the waiting times for a group. */
export async function documentedConfig(receiver: Receiver, url: URL, key: string): Promise<string> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/```yaml\n(.+?)```/gsu)];
  const yaml = blocks.map(([, text = '']) => text).find((text) => text.includes(`${receiver}_configs`));
  if (yaml === undefined)
    throw new Error(`docs/shared-trial.md has no configuration of ${receiver}_configs.`);
  const changes = [
    ['http://localhost:4180', url.origin],
    ['THE_KEY', key],
    ['receiver: muster }', 'receiver: muster, group_wait: 0s, group_interval: 1s }'],
  ] as const;
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/shared-trial.md has no “${from}”.`);
    return text.replace(from, to);
  }, yaml);
}

/** The receiver that each service of the demonstration has a key for. */
const receivers = {
  checkout: 'webhook',
  search: 'webhook',
  catalogue: 'webhook',
  payments: 'pagerduty',
  identity: 'pagerduty',
} as const satisfies Record<DemoServiceId, Receiver>;

export const serviceIds = Object.keys(receivers) as DemoServiceId[];

/**
 * A receiver for each service of the demonstration, found by the label `service`; each alert is a group by itself. `groupInterval`: what
 * has not been taken is sent again after it, and what has ended is told.
 */
export function demoConfig(url: URL, keys: DemoKeys, groupInterval = '1s'): string {
  const settings: Readonly<Record<Receiver, (key: string) => object>> = {
    webhook: (key) => ({
      url: new URL('/in/alertmanager', url).href,
      http_config: { authorization: { type: 'Bearer', credentials: key } },
    }),
    pagerduty: (key) => ({
      url: new URL('/v2/enqueue', url).href,
      routing_key: key,
      severity: '{{ .CommonLabels.severity }}',
      description: '{{ .CommonAnnotations.summary }}',
    }),
  };
  // YAML is JSON, too.
  return JSON.stringify({
    route: {
      receiver: 'nobody',
      group_by: ['...'],
      group_wait: '0s',
      group_interval: groupInterval,
      routes: serviceIds.map((id) => ({ matchers: [`service="${id}"`], receiver: id })),
    },
    receivers: [
      { name: 'nobody' },
      ...serviceIds.map((id) => ({
        name: id,
        [`${receivers[id]}_configs`]: [settings[receivers[id]](keys[id])],
      })),
    ],
  });
}
