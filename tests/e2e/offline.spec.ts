/** A start without a network after one visit, on the demonstration and on a shared cloud. */
import { live } from '../endurance/offline/life.ts';
import { appKept, type OfflineStage, openOfflineStage, signIn } from '../endurance/offline/stage.ts';
import { sharedBuild } from '#tools/shared-builds.ts';
import { enter, expect, ready, test as base } from './support.ts';
import { serveSite } from './firebase/site.ts';

const test = base.extend<{ readonly stage: OfflineStage }>({
  stage: async ({}, provide) => {
    const stage = await openOfflineStage();
    await provide(stage);
    await stage.close();
  },
});

test('the demonstration starts without its server after one visit', async ({ context, complaints }) => {
  const site = await serveSite((await sharedBuild('embedded')).dir);
  const page = await context.newPage();
  await page.goto(`${site.origin}/signin`);
  await enter(page, 'Mei Tanaka');
  await appKept(page);
  await page.close();
  await site.close();

  const again = await context.newPage();
  await again.goto(`${site.origin}/`);
  // A tab is a person of its own there, so a new one asks who.
  await enter(again, 'Mei Tanaka');
  await expect(again.getByText(/on call/).first()).toBeVisible();
  await again.getByRole('link', { name: 'Incidents' }).first().click();
  await expect(again.getByRole('heading', { level: 1, name: 'Incidents' })).toBeAttached();
  // A file that is not there is a failed request of the browser, which it reports.
  complaints.splice(0);
});

test('the app of a shared cloud starts offline, signed in, with the data of the last visit', async ({
  stage,
}) => {
  const first = await stage.browser();
  const page = await first.newPage();
  await signIn(page, 'mei');
  await ready(page);
  await page.getByRole('link', { name: 'Incidents' }).first().click();
  await appKept(page);
  await first.close();

  stage.line.cut();
  const second = await stage.browser();
  const again = await second.newPage();
  await again.goto('/');
  await ready(again);
  await expect(again.getByText('No connection to the backend')).toBeVisible();
  await again.getByRole('link', { name: 'Runbooks' }).first().click();
  await expect(again.getByText('Not seen on this device yet')).toBeVisible();
});

test('a room loses no entry through network cuts, a reload, a killed browser and an update, twice', async ({
  stage,
}) => {
  test.slow();
  const seed = process.env['OFFLINE_SEED'] ?? String(Date.now() % 100_000);
  for (const life of [0, 1]) {
    const { given, wrong } = await live(stage, `${seed}-${life}`);
    console.log(`Seed ${seed} (OFFLINE_SEED), life ${life}: ${given} changes.`);
    expect(wrong, `wrong with seed ${seed}`).toEqual([]);
  }
});
