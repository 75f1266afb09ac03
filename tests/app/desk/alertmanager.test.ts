/** A real Alertmanager and its two receivers: from an alert to the end of its incident, while either side is started again. */
import { describe, expect, test, type TestContext, vi } from 'vitest';
import type { DemoServiceId } from '#demo/team/sender-keys.ts';
import { type Alertmanager, findAlertmanager, noAlertmanager, type PrometheusAlert } from './alertmanager.ts';
import { openAlertStage } from './alert-stage.ts';
import { demoConfig, documentedConfig, type Receiver } from './alertmanager-config.ts';
import type { DeskPerson } from './desk-person.ts';
import { waiting } from '#tests/time-limits.ts';

const isMissing = findAlertmanager() === null;
if (isMissing && process.env['CI']) throw new Error(noAlertmanager);

/** A service whose key each receiver sends with. On the day the demonstration starts Priya is on call for both. */
const services = { webhook: 'checkout', pagerduty: 'payments' } as const satisfies Record<
  Receiver,
  DemoServiceId
>;
const { webhook: checkout, pagerduty: payments } = services;

const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, waiting);

const failing = (alertname: string, service: DemoServiceId): PrometheusAlert => ({
  labels: { alertname, service, severity: 'critical' },
  summary: `${alertname} of ${service}`,
});

async function open({ onTestFinished }: TestContext, ...configured: Parameters<typeof openAlertStage>) {
  const stage = await openAlertStage(...configured);
  onTestFinished(() => stage.close());
  return stage;
}

/** The alert whose summary has the name, once it is as `expected`. */
const alertOf = (person: DeskPerson, name: string, expected: object) =>
  waitFor(async () => {
    const alert = (await person.newAlerts()).find(({ summary }) => summary.includes(name));
    expect(alert).toMatchObject(expected);
    return alert as NonNullable<typeof alert>;
  });

/** Whether it got `answers` answers since its start. Without an answer to an alert it would send no resolution. */
const hasHeard = (alertmanager: Alertmanager, answers: number) =>
  waitFor(async () =>
    expect(await alertmanager.counter('alertmanager_notification_latency_seconds_count')).toBe(answers),
  );

describe.skipIf(isMissing)(`Alertmanager${isMissing ? `: ${noAlertmanager}` : ''}`, () => {
  test.concurrent.for(['webhook', 'pagerduty'] as const)(
    'its %s receiver, configured as documented, sends alerts that page, are acknowledged, declared and resolved, and end their incident',
    async (receiver, context) => {
      const service = services[receiver];
      const stage = await open(context, (url, keys) => documentedConfig(receiver, url, keys[service]));
      const priya = await stage.person('priya');
      const pushed = await priya.takePushes();
      const orders = failing('OrdersFailing', service);

      await stage.alertmanager.fire(orders);
      const asSent = { status: 'open', severity: 'critical', firing: 1, serviceId: service };
      const alert = await alertOf(priya, 'OrdersFailing', asSent);
      const pageId = alert.pageId ?? '';
      const asked = [{ userId: 'priya', times: 1 }];
      expect(await priya.page(pageId)).toMatchObject({
        status: 'notifying',
        urgency: 'high',
        notified: asked,
      });
      await waitFor(async () => expect(pushed).toEqual([pageId]));

      await priya.command('acknowledgePage', { pageId });
      await alertOf(priya, 'OrdersFailing', { status: 'acknowledged', acknowledgedBy: 'priya' });
      const { incidentId } = (await priya.command('declareIncident', {
        title: 'Orders fail',
        severity: 'SEV2',
        serviceIds: [service],
        private: false,
        alertId: alert.id,
        page: [],
      })) as { readonly incidentId: string };
      await alertOf(priya, 'OrdersFailing', { status: 'acknowledged', incidentId });
      expect(await priya.page(pageId)).toMatchObject({ status: 'acknowledged', incidentId });

      await stage.alertmanager.resolve(orders);
      await alertOf(priya, 'OrdersFailing', { status: 'resolved', firing: 0, count: 1 });
      const before = await priya.incident(incidentId);
      await priya.command('transitionIncident', {
        incidentId,
        to: 'resolved',
        note: '',
        expectedRevision: before?.revision,
      });
      expect(await priya.incident(incidentId)).toMatchObject({ status: 'resolved' });
      expect(await priya.newAlerts()).toHaveLength(1);
      expect(await priya.newPages()).toMatchObject([{ id: pageId, notified: asked }]);
      expect(pushed).toEqual([pageId]);
    },
  );

  test.concurrent('repeats all alerts after a restart without its data, none after a restart with it, and pages nobody twice', async (context) => {
    const { alertmanager, person } = await open(context, demoConfig);
    const priya = await person('priya');
    const pushed = await priya.takePushes();
    const lasting = [failing('DiskFull', checkout), failing('CardsSlow', payments)];
    const over = [failing('QueueLong', checkout), failing('CardsFail', payments)];
    const all = ['DiskFull', 'CardsSlow', 'QueueLong', 'CardsFail'];
    const areAll = async (names: readonly string[], expected: object) => {
      for (const name of names) await alertOf(priya, name, expected);
    };
    await alertmanager.fire(...lasting, ...over);
    await areAll(all, { status: 'open', count: 1 });

    await alertmanager.restart('SIGKILL');
    await alertmanager.fire(...lasting, ...over);
    await areAll(all, { status: 'open', count: 2 });

    await hasHeard(alertmanager, 4);
    await alertmanager.restart('SIGTERM');
    // Sent as Prometheus does: firing alerts, and those that ended since.
    await alertmanager.fire(...lasting);
    await alertmanager.resolve(...over);
    await areAll(['QueueLong', 'CardsFail'], { status: 'resolved', count: 2 });
    // Alertmanager has found all of them in its stored log, and sent two.
    await waitFor(async () =>
      expect(await alertmanager.counter('alertmanager_nflog_queries_total')).toBeGreaterThanOrEqual(4),
    );
    expect(await alertmanager.counter('alertmanager_notifications_total')).toBe(2);
    await alertmanager.resolve(...lasting);
    await areAll(['DiskFull', 'CardsSlow'], { status: 'resolved', count: 2 });
    expect(await priya.newAlerts()).toHaveLength(4);
    const pages = await priya.newPages();
    expect(pages.map(({ serviceId }) => serviceId).toSorted()).toEqual([checkout, payments]);
    const once = [{ userId: 'priya', times: 1 }];
    expect(pages).toMatchObject([{ notified: once }, { notified: once }]);
    expect(pushed.toSorted()).toEqual(pages.map(({ id }) => id).toSorted());
  });

  test.concurrent('retries while the desk is down: alerts that fire and resolve meanwhile arrive, and nobody is paged twice', async (context) => {
    const { alertmanager, person, killDesk, startDesk } = await open(context, demoConfig);
    const priya = await person('priya');
    const pushed = await priya.takePushes();
    const before = [failing('DiskFull', checkout), failing('CardsFail', payments)];
    const during = [failing('SearchSlow', 'search'), failing('SignInFails', 'identity')];
    await alertmanager.fire(...before);
    await waitFor(async () => expect(pushed).toHaveLength(2));
    await hasHeard(alertmanager, 2);

    await killDesk();
    await alertmanager.fire(...during);
    await alertmanager.resolve(...before);
    // Each of the four was tried more than once.
    await waitFor(async () =>
      expect(
        await alertmanager.counter('alertmanager_notification_requests_failed_total'),
      ).toBeGreaterThanOrEqual(8),
    );
    await startDesk();
    for (const name of ['DiskFull', 'CardsFail'])
      await alertOf(priya, name, { status: 'resolved', count: 1 });
    for (const name of ['SearchSlow', 'SignInFails'])
      await alertOf(priya, name, { status: 'open', count: 1 });
    expect(await priya.newAlerts()).toHaveLength(4);
    const pages = await priya.newPages();
    const ended = pages.filter(({ status }) => status === 'cancelled');
    expect([pages.length, ended.length]).toEqual([4, 2]);
    expect(pages.flatMap(({ notified }) => notified.map(({ times }) => times))).toEqual([1, 1, 1, 1]);
    expect(pushed.toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
  });
});
