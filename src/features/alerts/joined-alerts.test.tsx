/** Alerts that come while somebody holds the page of their service, and the signs of life that a tab reports for its person. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { constants } from '#domain/constants.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { AlertsScreen } from './alerts-screen.tsx';

async function pageOf(app: AppStage): Promise<Page> {
  const [found] = await app.server.docs.find(query(collectionPaths.pages(teamId)));
  const page = found ? fromDocument(pageSchema, found) : null;
  if (page === null) throw new Error('A page was expected.');
  return page;
}

/** Sam's alerts, whose page somebody holds. */
async function held(by: 'Sam' | 'Lin'): Promise<AppStage> {
  const app = await stage({
    as: 'Sam',
    path: '/alerts',
    seed: seedTeamWithSenders,
    ...(by === 'Lin' ? { screen: <AlertsScreen /> } : {}),
  });
  await app.fire(complaint({ summary: 'Search is down', severity: 'error' }));
  const { id: pageId } = await pageOf(app);
  await call(by === 'Sam' ? app : await app.person('Lin'), 'acknowledgePage', { pageId });
  await arrive(app);
  return app;
}

test('a joined alert names the holder of the page, and is not acknowledged', async () => {
  const app = await held('Lin');
  await app.fire(complaint({ summary: 'Search is slow', severity: 'error' }));
  await arrive(app);
  await app.user.click(screen.getByRole('link', { name: /Search is slow/ }));
  await app.settle();
  const sheet = within(await screen.findByRole('dialog', { name: 'Search is slow' }));
  expect(sheet.getByText(/^A page that Lin.* holds\. Nobody has acknowledged this alert\.$/)).toBeVisible();
  expect(sheet.queryByText('Acknowledged by')).toBeNull();
  expect(sheet.getByRole('button', { name: 'Acknowledge' })).toBeEnabled();
});

test('a tab reports that its person is using Muster, but not the acknowledging key itself', async () => {
  const app = await held('Sam');
  const signOfLifeAt = async () => (await pageOf(app)).signOfLifeAt ?? null;
  await app.user.keyboard('{Shift}');
  await arrive(app);
  expect(await signOfLifeAt()).toBeNull();
  await app.advance(constants.signOfLifeSeconds * 1000);
  expect(await signOfLifeAt()).toBeNull();
  await app.user.keyboard('{Shift}');
  await arrive(app);
  expect(await signOfLifeAt()).toBe(app.cloud.clock.now());
});

test('a tab without a connection reports no sign of life later', async () => {
  const app = await held('Sam');
  await app.advance(constants.signOfLifeSeconds * 1000);
  await app.network(false);
  await arrive(app);
  await app.user.keyboard('{Shift}');
  await app.network(true);
  await arrive(app);
  expect((await pageOf(app)).signOfLifeAt ?? null).toBeNull();
});
