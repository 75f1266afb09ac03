/** Some hundreds of alerts at once, through a real Alertmanager and both of its receivers. */
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { minute } from '#domain/constants.ts';
import type { DemoKeys } from '#demo/team/sender-keys.ts';
import { type AlertStage, openAlertStage } from './alert-stage.ts';
import { isThrough, pageForCatalogue, stormOf, stormAt } from './alert-storm.ts';
import { findAlertmanager, noAlertmanager } from './alertmanager.ts';
import { demoConfig } from './alertmanager-config.ts';
import { waiting } from '#tests/time-limits.ts';

const isMissing = findAlertmanager() === null;
if (isMissing && process.env['CI']) throw new Error(noAlertmanager);

const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, waiting);

async function open({ onTestFinished }: TestContext) {
  const stage = await openAlertStage(demoConfig);
  onTestFinished(() => stage.close());
  return stage;
}

const taken = (stage: AlertStage) =>
  stage.answers('/in/alertmanager', 200) + stage.answers('/v2/enqueue', 202);

describe.skipIf(isMissing)(`A storm through Alertmanager${isMissing ? `: ${noAlertmanager}` : ''}`, () => {
  test.concurrent('sends at most ten pages that ask once, records and resolves every alert, although either side is restarted', async (context) => {
    const stage = await open(context);
    const { alertmanager } = stage;
    const mei = await stage.person('mei');
    await pageForCatalogue(mei);
    const alerts = stormOf(300);
    await alertmanager.fire(...alerts.slice(0, 200));
    await waitFor(() => expect(taken(stage)).toBeGreaterThan(0));
    await stage.killDesk();
    await alertmanager.fire(...alerts.slice(200));
    await stage.startDesk();
    await waitFor(() => expect(taken(stage)).toBeGreaterThan(200));
    await alertmanager.restart('SIGTERM');
    await alertmanager.fire(...alerts);
    await waitFor(async () => expect(await isThrough(alertmanager, alerts.length)).toBe(true));
    await waitFor(async () => expect((await stormAt(mei)).asked).toBe(alerts.length));
    const storm = await stormAt(mei);
    expect(storm).toMatchObject({ alerts: 300, different: 300, open: 300, unpaged: 0, askedTwice: 0 });
    expect(storm.pages.length).toBeGreaterThanOrEqual(5);
    expect(storm.pages.length).toBeLessThanOrEqual(10);

    await alertmanager.resolve(...alerts);
    await waitFor(async () => expect((await stormAt(mei)).open).toBe(0));
    await waitFor(async () =>
      expect((await stormAt(mei)).pages.every(({ status }) => status === 'cancelled')).toBe(true),
    );
    expect(await stormAt(mei)).toMatchObject({ alerts: 300, askedTwice: 0 });
  });

  test.concurrent('is answered by 503 and 429 where a key brings too many new groups, and loses no alert', async (context) => {
    const stage = await open(context);
    const { alertmanager, url, keys } = stage;
    const mei = await stage.person('mei');
    // The restart puts the desk at the beginning of a minute, so that the ceiling does not reset in between.
    await stage.killDesk();
    await stage.startDesk({ aheadMs: minute - (Date.now() % minute) });

    await reachCeilings(url, keys);

    const refused = () => [stage.answers('/in/alertmanager', 503), stage.answers('/v2/enqueue', 429)];
    const before = refused();
    const alerts = stormOf(20, (n) => (n % 2 === 0 ? 'checkout' : 'payments'));
    await alertmanager.fire(...alerts);
    await waitFor(() => {
      for (const [index, count] of refused().entries())
        expect(count).toBeGreaterThanOrEqual((before[index] ?? 0) + 10);
    });
    expect(await mei.newAlerts()).toEqual([]);

    await stage.killDesk();
    await stage.startDesk({ aheadMs: minute });
    await waitFor(async () => expect((await stormAt(mei)).asked).toBe(20));
    const storm = await stormAt(mei);
    expect(storm).toMatchObject({ alerts: 20, different: 20, unpaged: 0, askedTwice: 0 });
    expect(storm.pages).toHaveLength(2);
  });
});

/** Sends resolved alerts, which open none but are each a new group, until no more are accepted in this minute. */
async function reachCeilings(url: URL, keys: DemoKeys): Promise<void> {
  const send = (path: string, body: object) =>
    fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) });
  // A kept connection to the desk of before its restart is reset.
  const post = (path: string, body: object) => send(path, body).catch(() => send(path, body));
  const ended = {
    checkout: (groupKey: string) =>
      post(`/in/alertmanager/${keys.checkout}`, {
        version: '4',
        groupKey,
        status: 'resolved',
        alerts: [],
      }),
    payments: (dedup_key: string) =>
      post('/v2/enqueue', { routing_key: keys.payments, event_action: 'resolve', dedup_key }),
  };
  for (const end of Object.values(ended)) {
    let sent = 0;
    let refused = 0;
    while (refused < 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => end(`unknown ${++sent}`)));
      refused = answers.filter(({ ok }) => !ok).length;
      await Promise.all(answers.map((answer) => answer.text()));
    }
  }
}
