import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fromDocument, toDocument } from '#api/codec.ts';
import { inviteIdOf, parseInviteFragment } from '#api/invite-token.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { day } from '#domain/constants.ts';
import { inviteMessage } from '#domain/team/invite-message.ts';
import { inviteSchema, type Invite } from '#domain/team/invite.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const open = (as: StageOptions['as'] = 'Ada') => stage({ as, path: '/t/demo/settings/invites' });
const make = () => screen.getByRole('button', { name: 'Make the invite' });
const linkShown = () => screen.getByText(/^\S+\/invite#\S+$/).textContent ?? '';
const stored = async (s: AppStage): Promise<readonly Invite[]> =>
  (await s.server.docs.find(query(collectionPaths.invites(teamId)))).flatMap(
    (found) => fromDocument(inviteSchema, found) ?? [],
  );

async function select(s: AppStage, field: string, option: RegExp) {
  await s.user.click(screen.getByRole('combobox', { name: field }));
  await s.user.click(await screen.findByRole('option', { name: option }));
}

describe('an invite', () => {
  test('is created as a link and a QR code, and the server stores a digest', async () => {
    const s = await open();
    await select(s, 'Role', /^Admin/);
    await select(s, 'Good for', /^1 day/);
    await s.user.type(screen.getByRole('textbox', { name: /^Note/ }), 'Noor of Payments');
    await s.user.click(make());
    await s.settle();
    const link = parseInviteFragment(new URL(linkShown()).hash);
    expect(link?.teamId).toBe(teamId);
    const [invite, ...others] = await stored(s);
    expect(others).toEqual([]);
    expect(invite).toMatchObject({
      id: inviteIdOf(link?.token ?? ''),
      role: 'admin',
      note: 'Noor of Payments',
    });
    expect((invite?.expiresAt ?? 0) - (invite?.createdAt ?? 0)).toBe(day);
    expect(JSON.stringify(s.cloud.snapshot())).not.toContain(link?.token);
    expect(screen.getByTitle('QR code of the invite')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  });

  test('has a different link each time, and the form is cleared', async () => {
    const s = await open();
    const seen = new Set<string>();
    for (let n = 0; n < 2; n++) {
      await s.user.type(screen.getByRole('textbox', { name: /^Note/ }), 'One more');
      await s.user.click(make());
      await s.settle();
      seen.add(linkShown());
      await s.user.click(screen.getByRole('button', { name: 'I have passed it on' }));
      expect(screen.getByRole('textbox', { name: /^Note/ })).toHaveValue('');
    }
    expect(seen.size).toBe(2);
  });

  /** Address of the draft, as a mail program reads it. */
  const draft = () => {
    const address = screen.getByRole('link', { name: 'Write the mail' }).getAttribute('href') ?? '';
    const [to = '', fields = ''] = address.replace('mailto:', '').split('?');
    const of = (name: string) =>
      decodeURIComponent(
        fields
          .split('&')
          .find((field) => field.startsWith(`${name}=`))
          ?.slice(name.length + 1) ?? '',
      );
    return { to: decodeURIComponent(to), subject: of('subject'), body: of('body') };
  };

  test('for an address is a draft to that address, with team, inviter, role and what happens next', async () => {
    const s = await open();
    await s.user.type(screen.getByRole('textbox', { name: /^Mail address/ }), "o'neill@example.com");
    await s.user.click(make());
    await arrive(s);
    const [invite] = await stored(s);
    const { to, subject, body } = draft();
    expect(to).toBe("o'neill@example.com");
    expect(subject).toBe('Ada Moreno invites you to Northwind on Muster');
    expect(body).toBe(
      inviteMessage({
        ...{ teamName: 'Northwind', inviterName: 'Ada Moreno', role: 'responder' },
        ...{ link: linkShown(), expiresAt: invite?.expiresAt ?? 0 },
      }).body.replaceAll('\n', '\r\n'),
    );
    await s.advance(1);
    await expect.poll(() => s.client.control.inbox()).toHaveLength(1);
    expect(screen.getByText(/^Muster mails it now\./)).toBeVisible();
    expect(screen.getByText(/Muster keeps it until the mail is sent\.$/)).toBeVisible();
  });

  test('is copied as the whole message, and shared where the device can', async () => {
    const shared: ShareData[] = [];
    Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
    const s = await open();
    await s.user.click(make());
    await s.settle();
    await s.user.click(screen.getByRole('button', { name: 'Copy the message' }));
    const message = draft().body.replaceAll('\r\n', '\n');
    expect(await navigator.clipboard.readText()).toBe(message);
    expect(message).toContain(linkShown());
    await s.user.click(screen.getByRole('button', { name: 'Share…' }));
    expect(shared).toEqual([{ title: draft().subject, text: message }]);
    Reflect.deleteProperty(navigator, 'share');
  });

  test('has no share button on a device without sharing', async () => {
    const s = await open();
    await s.user.click(make());
    await s.settle();
    expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull();
  });

  test('for an invalid address is not created, with the fault at the field', async () => {
    const s = await open();
    await s.user.type(screen.getByRole('textbox', { name: /^Mail address/ }), 'noor');
    await s.user.click(make());
    await s.settle();
    expect(screen.getByText('Use an address such as noor@example.com.')).toBeVisible();
    expect(await stored(s)).toEqual([]);
  });

  test('that is partly typed survives a reload', async () => {
    const s = await open();
    await s.user.type(screen.getByRole('textbox', { name: /^Note/ }), 'Half');
    await s.go('/t/demo/alerts');
    await s.go('/t/demo/settings/invites');
    expect(screen.getByRole('textbox', { name: /^Note/ })).toHaveValue('Half');
  });
});

describe('a member without the right to invite', () => {
  test.each(['Sam', 'Vera'] as const)('as %s sees that, and no invites', async (who) => {
    await open(who);
    expect(make()).toHaveAccessibleDescription(/Only admins may invite members/);
    expect(screen.queryByRole('heading', { name: 'Open invites' })).toBeNull();
  });

  test('as an admin can’t invite an admin, with the reason', async () => {
    const s = await open('Lin');
    expect(make()).not.toHaveAttribute('aria-disabled');
    await select(s, 'Role', /^Admin/);
    expect(make()).toHaveAccessibleDescription(/Only owners may invite admins/);
    await s.user.click(make());
    await s.settle();
    expect(await stored(s)).toEqual([]);
  });
});

test('open invites are listed until revoked, used or expired', async () => {
  const s = await open();
  const rows = () => within(screen.getByRole('list', { name: 'Open invites' })).getAllByRole('listitem');
  const lin = await s.person('Lin');
  expect(screen.getByText(/No invite is open/)).toBeVisible();
  const inviting = (token: string, note: string, days: number) =>
    act(() =>
      call(lin, 'inviteMember', { inviteId: inviteIdOf(token), role: 'viewer', note, address: null, days }),
    );
  await inviting('a', 'For a day', 1);
  await inviting('b', 'For a week', 7);
  await arrive(s);
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^For a day.*invited by Lin Ødegård.*Viewer/),
    expect.stringMatching(/^For a week/),
  ]);
  await s.jump(day);
  expect(rows()).toHaveLength(1);
  await s.user.click(screen.getByRole('button', { name: 'Revoke the invite of For a week' }));
  await s.user.click(screen.getByRole('button', { name: 'Revoke invite' }));
  await arrive(s);
  expect(screen.getByText(/No invite is open/)).toBeVisible();
  const revoked = await s.server.docs.get(documentPaths.invite(teamId, inviteIdOf('b')));
  expect(revoked.data).toMatchObject({ status: 'revoked', revokedBy: 'ada' });
});

describe('the mail of an invite', () => {
  const path = (token: string) => documentPaths.invite(teamId, inviteIdOf(token));
  const mailStates = [
    ['queued', /the mail is being sent$/],
    ['sent', /mailed$/],
  ] as const;

  async function inviteByMail(s: AppStage, change: Partial<Invite>): Promise<void> {
    const input = { role: 'viewer', note: 'Noor', address: 'noor@example.com', days: 7 } as const;
    const lin = await s.person('Lin');
    await act(() => call(lin, 'inviteMember', { inviteId: inviteIdOf('a'), ...input }));
    const invite = fromDocument(inviteSchema, await s.server.docs.get(path('a')));
    await act(() =>
      s.server.docs.batch([{ type: 'set', path: path('a'), data: toDocument({ ...invite, ...change }) }]),
    );
    await arrive(s);
  }

  test.each(mailStates)('that is %s is marked in the list', async (mailStatus, words) => {
    const s = await open();
    await inviteByMail(s, { mailStatus });
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make a new link' })).toBeNull();
  });

  test('that could not be sent shows the reason, and a new link replaces the lost one', async () => {
    const s = await open();
    await inviteByMail(s, { mailStatus: 'failed', mailProblem: 'The mail server can’t be reached.' });
    expect(
      screen.getByText(
        /^The mail could not be sent: The mail server can’t be reached\. Its link is not stored/,
      ),
    ).toBeVisible();
    await s.user.click(screen.getByRole('button', { name: 'Make a new link' }));
    await arrive(s);
    const link = parseInviteFragment(new URL(linkShown()).hash);
    expect(await stored(s)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: inviteIdOf('a'), status: 'revoked' }),
        expect.objectContaining({
          ...{ id: inviteIdOf(link?.token ?? ''), status: 'open', mailStatus: 'none' },
          ...{ note: 'Noor', address: 'noor@example.com', role: 'viewer' },
        }),
      ]),
    );
    expect(screen.getByRole('link', { name: 'Write the mail' })).toBeVisible();
  });
});

test('the palette finds the place to invite', async () => {
  const s = await stage({ as: 'Ada', path: '/t/demo/alerts' });
  await s.user.keyboard('{Control>}k{/Control}');
  await s.user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'invite');
  await s.user.click(screen.getByRole('option', { name: /Invite somebody/ }));
  await s.settle();
  expect(s.path()).toBe('/t/demo/settings/invites');
});
