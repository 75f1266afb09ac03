import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { HomeScreen } from './home-screen.tsx';
import { homeParts } from './parts.ts';

beforeAll(() => Promise.all(Object.values(homeParts).map(({ load }) => load())));

/** Ada's shift has ended with a page that she acknowledged; Lin is on call. */
async function shiftEnded() {
  const app = await stage({ as: 'Ada', screen: <HomeScreen /> });
  await arrive(app);
  const sam = await app.person('Sam');
  const { incidentId } = await declare(app, sam);
  const { pageId } = await call(sam, 'page', {
    incidentId,
    whom: { kind: 'policy', policyId: 'standard' },
    summary: 'Come',
  });
  await arrive(app);
  await app.user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await arrive(app);
  const now = app.server.clock.now();
  const notice = {
    ...{ id: 'left', teamId, createdAt: now, createdBy: 'system', revision: 1, userId: 'ada', link: '/' },
    content: { kind: 'pagesLeft', scheduleId: 'primary', schedule: 'Primary', to: 'lin', pageIds: [pageId] },
    ...{ seenAt: null, expiresAt: now + hour },
  };
  await app.server.docs.batch([
    { type: 'set', path: documentPaths.notice(teamId, 'left'), data: toDocument(notice) },
  ]);
  await arrive(app);
  const panel = await screen.findByRole('region', { name: 'For you to know' });
  return { app, pageId, panel };
}

test('a page left after the reader’s shift is handed over from the notice to the member on call now', async () => {
  const { app, pageId, panel } = await shiftEnded();
  expect(panel).toHaveTextContent('Your shift on Primary has ended, and 1 page of it is still yours');
  await app.user.click(within(panel).getByRole('button', { name: 'Hand over to Lin Ødegård: #1 Come' }));
  await arrive(app);
  expect(await screen.findByText('Lin Ødegård is asked')).toBeVisible();
  expect(panel).toHaveTextContent('None of this is yours any more.');
  const page = await app.server.docs.get(documentPaths.page(teamId, pageId));
  expect(page.data).toMatchObject({ status: 'notifying', waitingFor: ['lin'] });
});

test('an offline hand-over waits, as shown on the button', async () => {
  const { app, panel } = await shiftEnded();
  await app.network(false);
  await app.user.click(within(panel).getByRole('button', { name: /^Hand over to Lin/ }));
  await app.settle();
  expect(panel).toHaveTextContent('Queued until you are online');
});

test('a page held by the reader is read by its holder, for any number of newer pages of others', async () => {
  const { app, pageId } = await shiftEnded();
  const stored = await app.server.docs.get(documentPaths.page(teamId, pageId));
  const data = stored.data ?? {};
  const others = Array.from({ length: 60 }, (_, n) => {
    const acknowledgements = [{ userId: 'lin', acknowledgedAt: 1 }];
    const createdAt = app.server.clock.now() + n;
    const page = { ...data, id: `other-${n}`, acknowledgements, holders: ['lin'] };
    return {
      type: 'set' as const,
      path: documentPaths.page(teamId, `other-${n}`),
      data: { ...page, createdAt: toDocument({ createdAt })['createdAt'] ?? null },
    };
  });
  await app.server.docs.batch(others);
  await arrive(app);
  expect(screen.getByRole('region', { name: 'Yours' })).toHaveTextContent('You acknowledged its page');
});
