/** Links of Muster's mails in the rehearsal's inbox: their pages open in a dialog, and a press there is sent to the backend. */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fromDocument, toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type MailSettings, mailSettingsSchema } from '#domain/mail/settings.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import { press, RehearsalPanelScreen } from '#tests/app/rehearsal-stage.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const path = serverPaths.mailSettings(teamId, 'lin');
const settings: MailSettings = {
  ...{ id: 'lin', teamId, createdAt: 0, createdBy: 'lin', revision: 1, notices: true },
  ...{ noticeKey: 'k'.repeat(32), address: 'lin@example.com', confirmedAt: 0, pendingAddress: null },
  ...{ failure: null, failedAt: null, provedAt: null },
};

const open = (options: StageOptions = {}) =>
  stage({ as: 'Lin', screen: <RehearsalPanelScreen />, ...options });

const stored = async (s: AppStage) => fromDocument(mailSettingsSchema, await s.server.docs.get(path));
const save = (s: AppStage) =>
  act(() => s.server.docs.batch([{ type: 'set', path, data: toDocument(settings) }]));
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

async function openInbox(s: AppStage) {
  await s.advance(1);
  await s.user.click(screen.getByRole('tab', { name: 'Inbox' }));
  await s.settle();
}

const pageLin = (s: AppStage) =>
  act(() =>
    s.client.functions.call('declareIncident', {
      ...{ teamId, commandId: 'c1', title: 'Search is down', severity: 'SEV2', serviceIds: [] },
      ...{ alertId: null, private: false, page: [{ kind: 'people', userIds: ['lin'] }] },
    }),
  );

async function openPageMail(s: AppStage) {
  await save(s);
  await pageLin(s);
  await openInbox(s);
}

async function pagesOf({ server }: AppStage) {
  const found = await server.docs.find(query(collectionPaths.pages(teamId)));
  return found.map((doc) => fromDocument(pageSchema, doc));
}

describe('a link of a mail in the inbox', () => {
  test('opens the page that confirms an address by a button', async () => {
    const s = await open();
    const input = { teamId, commandId: 'c1', address: 'lin@example.com', notices: true };
    await act(() => s.client.functions.call('saveMailSettings', input));
    await openInbox(s);
    await press(s, 'Open the link');
    expect(dialog('Confirm this address?').getByText(/send to lin@example\.com/)).toBeVisible();
    expect(await stored(s)).toMatchObject({ address: null });
    await press(s, 'Confirm');
    expect(dialog('Address confirmed').queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(await stored(s)).toMatchObject({ address: 'lin@example.com' });
  });

  test('opens the page that acknowledges a page, with a link to it in the app', async () => {
    const s = await open();
    await openPageMail(s);
    await press(s, 'Open the link');
    const asked = dialog('Search is down');
    expect(asked.getByRole('button', { name: 'Can’t take it' })).toBeVisible();
    const [page] = await pagesOf(s);
    expect(asked.getByRole('link', { name: 'Open Muster' })).toHaveAttribute(
      'href',
      expect.stringMatching(new RegExp(`^/t/${teamId}/?\\?page=${page?.id ?? ''}$`)),
    );
    await press(s, 'Acknowledge');
    expect(dialog('It is yours')).toBeDefined();
    expect(await pagesOf(s)).toMatchObject([{ status: 'acknowledged' }]);
  });

  test('opens the page that ends mails of a kind, beside the link to the mail’s subject', async () => {
    const s = await open();
    await save(s);
    const text = `To get no more: http://localhost/in/mail/off/${teamId}.lin.${settings.noticeKey}`;
    await act(async () => {
      await s.server.mail?.send({
        ...{ to: 'lin@example.com', subject: 'A notice' },
        text: `Open Muster: http://localhost/t/${teamId}\n\n${text}\n`,
      });
    });
    await openInbox(s);
    expect(screen.getByRole('link', { name: 'Follow the link' })).toBeVisible();
    await press(s, 'Unsubscribe');
    await press(s, /^Stop /);
    expect(await stored(s)).toMatchObject({ notices: false });
  });

  test('that has expired opens a page with a notice', async () => {
    const s = await open();
    await openPageMail(s);
    await act(() => s.server.docs.batch([{ type: 'delete', path }]));
    const [page] = await pagesOf(s);
    await act(() =>
      s.server.docs.batch([{ type: 'delete', path: documentPaths.page(teamId, page?.id ?? '') }]),
    );
    await press(s, 'Open the link');
    expect(dialog('This link is no longer good').queryByRole('link')).toBeNull();
  });

  test('whose request fails stays closed, with the failure shown', async () => {
    const s = await open({
      backend: (client) => ({
        ...client,
        control: {
          ...client.control,
          http: () => Promise.reject(new PortError('unavailable', 'It is down.')),
        },
      }),
    });
    await openPageMail(s);
    await press(s, 'Open the link');
    expect(screen.getByText('That did not work')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  });
});
