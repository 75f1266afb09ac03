/** 10,000 different messages from five services within a minute. */
import { afterEach, expect, test } from 'vitest';
import { demoKeys } from '#demo/team/setup.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { createFunctions } from '#functions/index.ts';
import { FunctionsStage, teamId } from '#tests/functions/stage.ts';

let stage: FunctionsStage;
afterEach(() => stage.close());

const routes = {
  checkout: (key: string) => ({
    path: `/in/alertmanager/${demoKeys.checkout}`,
    body: {
      version: '4',
      groupKey: key,
      status: 'firing',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: key, severity: 'critical' },
          startsAt: '2026-01-05T09:00:00Z',
        },
      ],
    },
  }),
  catalogue: (key: string) => ({ ...routes.checkout(key), path: `/in/alertmanager/${demoKeys.catalogue}` }),
  search: (key: string) => ({ ...routes.checkout(key), path: `/in/alertmanager/${demoKeys.search}` }),
  payments: (key: string) => ({
    path: '/v2/enqueue',
    body: {
      routing_key: demoKeys.payments,
      event_action: 'trigger',
      dedup_key: key,
      payload: { summary: key, source: 'db', severity: 'error' },
    },
  }),
  identity: (key: string) => {
    const { path, body } = routes.payments(key);
    return { path, body: { ...body, routing_key: demoKeys.identity } };
  },
} as const;
const services = Object.keys(routes) as (keyof typeof routes)[];

test('are at most ten pages, and no alert is missing, with 50 senders at once that send again what was not taken', async () => {
  stage = await FunctionsStage.open();
  const { http } = createFunctions();
  const path = documentPaths.service(teamId, 'catalogue');
  await stage.save(path, { ...(await stage.get(serviceSchema, path)), policyId: 'shop' });
  let waiting = Array.from({ length: 10_000 }, (_, n) => n);
  for (let round = 0; waiting.length > 0 && round < 3; round++) {
    const queue = waiting.values();
    const refused: number[] = [];
    const sender = async () => {
      for (const n of queue) {
        const service = services[n % services.length] ?? 'payments';
        const { path: at, body } = routes[service](`disk of host ${n}`);
        const answer = await http(
          { method: 'POST', path: at, headers: {}, body: JSON.stringify(body) },
          stage.server,
        );
        if (answer.status >= 300) refused.push(n);
      }
    };
    await Promise.all(Array.from({ length: 50 }, sender));
    waiting = refused;
    await stage.cloud.advance(59_000);
  }
  expect(waiting).toEqual([]);
  const pages = (await stage.all(pageSchema, collectionPaths.pages(teamId))).filter(
    ({ id }) => !id.endsWith('-page'),
  );
  expect(pages.length).toBeLessThanOrEqual(10);
  const alerts = (await stage.all(alertSchema, collectionPaths.alerts(teamId))).filter(
    ({ id }) => !id.endsWith('-alert'),
  );
  expect(new Set(alerts.map(({ dedupKey, serviceId }) => `${serviceId} ${dedupKey}`)).size).toBe(10_000);
  expect(alerts).toHaveLength(10_000);
  expect(pages.reduce((sum, { alertCount = 1 }) => sum + alertCount, 0)).toBe(10_000);
  expect(alerts.every(({ pageId }) => pages.some(({ id }) => id === pageId))).toBe(true);
});
