/** The reader's mail: a choice for each kind of message, and a confirmation that could not be sent. */
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fromDocument, toDocument } from '#api/codec.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type MailSettings, mailSettingsSchema } from '#domain/mail/settings.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const path = serverPaths.mailSettings(teamId, 'ada');
const settings: MailSettings = {
  ...{
    id: 'ada',
    teamId,
    createdAt: 0,
    createdBy: 'ada',
    revision: 1,
    notices: false,
    noticeKey: 'k'.repeat(32),
  },
  ...{ address: 'ada@example.com', confirmedAt: 0, pendingAddress: null, failure: null, failedAt: null },
  provedAt: null,
};

async function open(change: Partial<MailSettings> = {}): Promise<AppStage> {
  const s = await stage({ as: 'Ada', path: '/t/demo/alerts' });
  const data = toDocument({ ...settings, ...change });
  await act(() => s.server.docs.batch([{ type: 'set', path, data }]));
  await s.go('/t/demo/me');
  await arrive(s);
  return s;
}
const choice = (name: string) => screen.findByRole('switch', { name });
const stored = async (s: AppStage) => fromDocument(mailSettingsSchema, await s.server.docs.get(path));

test.each([
  ['Notices', 'notices'],
  ['Weekly digest', 'weeklyDigest'],
  ['Shift reminders', 'shiftReminders'],
] as const)('%s by mail are switched on without the other kinds', async (label, name) => {
  const s = await open();
  const none = { notices: false, weeklyDigest: false, shiftReminders: false };
  await s.user.click(await choice(label));
  await arrive(s);
  expect(await stored(s)).toMatchObject({ ...none, [name]: true });
  expect(await choice(label)).toBeChecked();
});

test('settings with one choice for all kinds show that choice for each kind', async () => {
  await open({ notices: true });
  for (const label of ['Notices', 'Weekly digest', 'Shift reminders'])
    expect(await choice(label)).toBeChecked();
});

test('a failed confirmation mail shows the reason, and is sent again', async () => {
  const s = await open({
    ...{ address: null, confirmedAt: null, pendingAddress: 'other@example.com' },
    pendingFailure: 'The mail server can’t be reached.',
  });
  expect(await screen.findByText(/could not be sent. The mail server can’t be reached\./)).toBeVisible();
  await s.user.click(screen.getByRole('button', { name: 'Send it again' }));
  await arrive(s);
  expect(await stored(s)).toMatchObject({ pendingAddress: 'other@example.com', pendingFailure: null });
});
