/** Storm of many different messages to the services of the demonstration at once, and its outcome. */
import type { Alert } from '#domain/alert/schema.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { demoKeys } from './demo-keys.ts';
import { query } from '#ports/docs/query.ts';
import type { HttpRequest } from '#ports/server/handlers.ts';
import type { ServerDocs } from '#ports/server/server.ts';

const webhook = (key: string) => (group: string, isOver: boolean) => {
  const status = isOver ? 'resolved' : 'firing';
  const labels = { alertname: group, severity: 'critical' };
  return {
    path: `/in/alertmanager/${key}`,
    body: {
      ...{ version: '4', groupKey: group, status },
      alerts: [{ status, labels, startsAt: '2026-01-05T09:00:00Z' }],
    },
  };
};
const event = (key: string) => (group: string, isOver: boolean) => ({
  path: '/v2/enqueue',
  body: {
    ...{ routing_key: key, event_action: isOver ? 'resolve' : 'trigger', dedup_key: group },
    payload: { summary: group, source: 'db', severity: 'error' },
  },
});
const senders = [
  webhook(demoKeys.checkout),
  webhook(demoKeys.catalogue),
  webhook(demoKeys.search),
  event(demoKeys.payments),
  event(demoKeys.identity),
];

/** Message number `n`: of another group, and to the next service. `isOver`: the one that ends it. */
export function stormMessage(n: number, isOver = false): HttpRequest {
  const sender = senders[n % senders.length] ?? webhook('');
  const { path, body } = sender(`disk of host ${n}`, isOver);
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/** Sends messages, `atOnce` at a time; returns those that were not accepted. */
export async function sendAll(
  messages: readonly HttpRequest[],
  atOnce: number,
  send: (message: HttpRequest) => Promise<{ readonly status: number }>,
): Promise<readonly HttpRequest[]> {
  const queue = messages.values();
  const refused: HttpRequest[] = [];
  const sender = async () => {
    for (const message of queue) if ((await send(message)).status >= 300) refused.push(message);
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return refused;
}

export interface StormOutcome {
  readonly alerts: number;
  /** Number of different ones among these. */
  readonly different: number;
  readonly open: number;
  /** Alerts without a page. */
  readonly unpaged: number;
  readonly pages: readonly Page[];
  /** Number of alerts by the pages' own counts. */
  readonly asked: number;
  /** Number of pages that notified somebody more than once. */
  readonly askedTwice: number;
}

/** Outcome of a storm, without alerts and pages of the team's history. */
export function stormOutcome(allAlerts: readonly Alert[], allPages: readonly Page[]): StormOutcome {
  const alerts = allAlerts.filter(({ id }) => !id.endsWith('-alert'));
  const pages = allPages.filter(({ id }) => !id.endsWith('-page'));
  const ids = new Set<string | null>(pages.map(({ id }) => id));
  return {
    alerts: alerts.length,
    different: new Set(alerts.map(({ serviceId, summary }) => `${serviceId} ${summary}`)).size,
    open: alerts.filter(({ status }) => status === 'open').length,
    unpaged: alerts.filter(({ pageId }) => !ids.has(pageId)).length,
    pages,
    asked: pages.reduce((sum, { alertCount = 1 }) => sum + alertCount, 0),
    askedTwice: pages.filter(({ notified }) => notified.some(({ times }) => times > 1)).length,
  };
}

export async function storedStorm({ find }: ServerDocs): Promise<StormOutcome> {
  const [alerts, pages] = await Promise.all([
    find(query(collectionPaths.alerts(demoTeamId))),
    find(query(collectionPaths.pages(demoTeamId))),
  ]);
  const read = <T>(one: T | null) => (one === null ? [] : [one]);
  return stormOutcome(
    alerts.flatMap((one) => read(fromDocument(alertSchema, one))),
    pages.flatMap((one) => read(fromDocument(pageSchema, one))),
  );
}
