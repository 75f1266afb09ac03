/** A past page under a policy that is being written, in the editor. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

/** The part of the policy's editor, of a policy that pages for Payments and Search. */
async function editor(before?: (s: AppStage) => Promise<unknown>) {
  const s = await stage({ as: 'Lin', path: '/policies', seed: seedTeamWithSenders });
  await before?.(s);
  await s.go('/policies/standard');
  await arrive(s);
  await s.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await arrive(s);
  return { ...s, panel: within(await screen.findByRole('region', { name: 'A past page' })) };
}

/** Ada is asked, then Lin after five minutes; Ada answers after seven. */
async function answeredPage(s: AppStage) {
  await s.fire(complaint({ summary: 'Search is down' }));
  await s.advance(7 * 60_000);
  const [page] = await s.server.docs.find(query(collectionPaths.pages(teamId)));
  await call(await s.person('Ada'), 'acknowledgePage', { pageId: page?.id ?? '' });
  await s.settle();
}

test('a past page is compared with the policy during editing', async () => {
  const s = await editor(answeredPage);
  await s.user.click(await s.panel.findByRole('combobox', { name: 'Replay' }));
  await s.user.click(await screen.findByRole('option', { name: /Search is down/ }));
  const lines = async () => {
    const list = await s.panel.findByRole('list', { name: 'Then and with this policy' });
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };
  expect(await lines()).toEqual([
    'SameAda Moreno: at once, then and with this policy',
    'SameLin Ødegård: after 5 min, then and with this policy',
  ]);
  expect(s.panel.getByText(/and lasted 7 min/)).toBeVisible();
  await s.user.click(screen.getByRole('button', { name: 'Remove step 1' }));
  await s.settle();
  expect(await lines()).toEqual([
    'LostAda Moreno: at once then, not paged with this policy',
    'EarlierLin Ødegård: after 5 min then, at once with this policy',
  ]);
});

test('a policy without a page has nothing to choose, with a notice', async () => {
  const { panel } = await editor();
  expect(await panel.findByText('Its services have not paged anybody yet.')).toBeVisible();
});

test('a policy without a service shows a notice', async () => {
  const changes = { policyId: null };
  const { panel } = await editor((s) =>
    s.server.docs.batch(
      ['payments', 'search'].map((id) => ({
        ...{ type: 'update' as const, path: documentPaths.service(teamId, id), changes },
      })),
    ),
  );
  expect(await panel.findByText('No service has this policy yet.')).toBeVisible();
});

test('a page of a private incident is offered only to its people', async () => {
  const s = await editor(async (app) => {
    await answeredPage(app);
    const ada = await app.person('Ada');
    const [alert] = await app.server.docs.find(query(collectionPaths.alerts(teamId)));
    await call(ada, 'declareIncident', {
      ...{ title: 'Salaries are readable', severity: 'SEV2', serviceIds: [], private: true, page: [] },
      alertId: alert?.id ?? '',
    });
    const [page] = await app.server.docs.find(query(collectionPaths.pages(teamId)));
    await app.server.docs.batch([
      { type: 'update', path: documentPaths.page(teamId, page?.id ?? ''), changes: { people: ['ada'] } },
    ]);
    await app.settle();
  });
  expect(await s.panel.findByText('Its services have not paged anybody yet.')).toBeVisible();
});
