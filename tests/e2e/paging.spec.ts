/**
 * From an empty account to a page that a second person acknowledges, through screens only, on a shared cloud: a policy, a service, a key,
 * and a real Alertmanager with the configuration that the screen offers. Then one rule that routes the same key's alerts to several
 * services, a storm, and its rehearsal under another policy.
 * `MUSTER_STORM`: how many alerts the storm has (default 300).
 */
import { alertSchema } from '#domain/alert/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { type Alertmanager, startAlertmanager } from '../app/desk/alertmanager.ts';
import { isThrough, stormOf } from '../app/desk/alert-storm.ts';
import { deskMember } from '../app/desk/process.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { needsAlertmanager } from './needs.ts';
import {
  acknowledgeOnPhone,
  choose,
  eager,
  foundTeam,
  join,
  acknowledgeAll,
  routeByLabel,
  password,
  setUpPaging,
} from './paging-walk.ts';
import { expect, expectAccessible, test as base } from './support.ts';

const test = base.extend<DeskFixtures & { readonly sender: { running: Alertmanager | null } }>({
  ...deskFixtures,
  sender: async ({}, provide) => {
    const sender = { running: null as Alertmanager | null };
    await provide(sender);
    await sender.running?.close();
  },
});
needsAlertmanager(test);

const count = Number(process.env['MUSTER_STORM'] ?? 300);
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

test('an empty account connects an Alertmanager, a second person acknowledges, an alert storm sends one page, and the set-up is rehearsed', async ({
  browser,
  stage,
  sender,
}, info) => {
  test.setTimeout(480_000 + count * 60);
  const url = await stage.start().ready();
  const ada = await (await browser.newContext({ baseURL: url.origin })).newPage();
  const ben = await (await browser.newContext({ ...phone, baseURL: url.origin })).newPage();
  await join(ben, await foundTeam(ada, url.origin));
  const config = await setUpPaging(ada, url.origin);
  const running = await startAlertmanager(eager(config));
  sender.running = running;
  await acknowledgeOnPhone(ada, ben, running);
  // Before the storm: messages of a minute with a storm are noted together, not one by one.
  await routeByLabel(ada, running);

  await test.step(`a storm of ${count} alerts`, async () => {
    const teamId = new URL(ada.url()).pathname.split('/')[2] ?? '';
    const before = await recorded(url, teamId);
    const from = performance.now();
    await running.fire(...stormOf(count, () => 'checkout'));
    await expect
      .poll(() => isThrough(running, before.alerts + count), {
        timeout: 240_000 + count * 60,
        intervals: [500],
      })
      .toBe(true);
    const kept = await recorded(url, teamId);
    info.annotations.push({
      type: 'storm',
      description: `${count} alerts in ${Math.round(performance.now() - from)} ms: ${kept.alerts} recorded, ${kept.pages} pages`,
    });
    expect(kept.alerts).toBe(before.alerts + count);
    expect(kept.pages).toBeLessThanOrEqual(10);
    for (const page of [ada, ben]) await acknowledgeAll(page);
    await ben.goto('/alerts');
    await expect(ben.getByText(/The disk of host-\d+ is full/).first()).toBeVisible();
    await expectAccessible(ben);
  });

  await test.step('under the other policy it would have asked Ada alone', async () => {
    await ada.goto('/policies');
    await ada.getByRole('link', { name: /Everybody/ }).click();
    await ada.getByRole('button', { name: 'Edit' }).click();
    const panel = ada.getByRole('region', { name: 'A past page' });
    await panel.getByRole('combobox', { name: 'Replay' }).click();
    await ada.getByRole('option', { name: /One in five orders fails/ }).click();
    const outcome = panel.getByRole('list', { name: 'Then and with this policy' }).getByRole('listitem');
    await expect(outcome.filter({ hasText: 'Ben' })).toBeVisible();
    const before = await outcome.allTextContents();
    await ada.getByRole('button', { name: 'Remove The whole team' }).click();
    await choose(ada, 'Ada');
    await expect(outcome.filter({ hasText: 'Ben' })).toContainText('not paged with this policy');
    await expectAccessible(ada);
    info.annotations.push({
      type: 'rehearsal',
      description: `${before.join('; ')} → ${(await outcome.allTextContents()).join('; ')}`,
    });
  });

  for (const page of [ada, ben]) await page.context().close();
});

/** Recorded alerts and pages, as a member may read them. */
async function recorded(
  url: URL,
  teamId: string,
): Promise<{ readonly alerts: number; readonly pages: number }> {
  const { auth, docs, dispose } = deskMember(url);
  await auth.signIn({ kind: 'password', email: 'ada@example.com', password });
  const visible = where('private', '==', false);
  const [alerts, pages] = await Promise.all([
    docs.find(query(collectionPaths.alerts(teamId), visible), { source: 'server' }),
    docs.find(query(collectionPaths.pages(teamId), visible), { source: 'server' }),
  ]);
  await dispose();
  return {
    alerts: alerts.docs.filter((one) => fromDocument(alertSchema, one) !== null).length,
    pages: pages.docs.filter((one) => fromDocument(pageSchema, one) !== null).length,
  };
}
