import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { totpCode, totpPeriod } from '#fakes/cloud/auth/totp.ts';
import { recoverySchema } from '#domain/account/recovery.ts';
import { day, minute } from '#domain/constants.ts';
import { fromDocument } from '#api/codec.ts';
import { serverPaths } from '#api/server-paths.ts';
import { people, type PersonName } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const title = /^Lost second steps/;
const panel = () => within(screen.getByRole('region', { name: title }));
const dialog = () => within(screen.getByRole('alertdialog'));

/** `lost` has asked, at sign-in, that their second factor is removed. */
async function open(as: PersonName, lost: PersonName = 'Sam', path = '/t/demo/settings/members') {
  const s = await stage({ as, path });
  const { client } = as === lost ? s : await s.person(lost);
  const { secret, sessionId } = await client.auth.factors.totp.start();
  const code = totpCode(secret, totpPeriod(s.cloud.clock.now()));
  await act(() => client.auth.factors.totp.finish(sessionId, code));
  await act(() => client.functions.call('requestRecovery', { address: people[lost].email }));
  await s.settle();
  return s;
}

const stored = async (s: AppStage, userId = 'sam') =>
  fromDocument(recoverySchema, await s.server.docs.get(serverPaths.accountRecovery(userId)));

describe('a request for a recovery', () => {
  it('is approved by an owner after a question', async () => {
    const s = await open('Ada');
    expect(panel().getByText('Sam Osei can’t get past the second step of signing in')).toBeVisible();
    await s.user.click(panel().getByRole('button', { name: 'Approve' }));
    expect(dialog().getByText(/^Speak to Sam Osei in person/)).toBeVisible();
    await s.user.click(dialog().getByRole('button', { name: 'Approve' }));
    await s.settle();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(panel().getByText(/Ada \w+ approved/)).toBeVisible();
    expect(panel().queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(await stored(s)).toMatchObject({ status: 'open', teams: { demo: { approvedBy: 'ada' } } });
  });

  it('is stopped by an owner', async () => {
    const s = await open('Ada');
    await s.user.click(panel().getByRole('button', { name: 'Stop it' }));
    await s.settle();
    expect(screen.queryByRole('region', { name: title })).toBeNull();
    expect(await stored(s)).toMatchObject({ status: 'stopped', endedBy: 'ada' });
  });

  it('of the reader can’t be approved, with the reason', async () => {
    const s = await open('Ada', 'Ada');
    await s.user.hover(panel().getByRole('button', { name: 'Approve' }));
    expect(panel().getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('is hidden from members who do not decide', async () => {
    await open('Lin');
    expect(screen.queryByRole('region', { name: title })).toBeNull();
  });

  it('is shown to its person on every screen, with a button to stop', async () => {
    const s = await open('Sam', 'Sam', '/t/demo/incidents');
    expect(screen.getByText(/^Somebody asks to remove your second step at sign-in/)).toBeVisible();
    await s.user.click(screen.getByRole('button', { name: 'Stop it' }));
    await s.settle();
    expect(screen.queryByText(/^Somebody asks to remove/)).toBeNull();
    expect(await screen.findByText('The recovery is stopped')).toBeVisible();
    expect(await stored(s)).toMatchObject({ status: 'stopped', endedBy: 'sam' });
  });

  it('that was carried out is shown in an open session, which drops the removed factor', async () => {
    const s = await open('Sam', 'Sam', '/t/demo/incidents');
    const ada = await s.person('Ada');
    const decision = { teamId: 'demo', commandId: 'c', userId: 'sam', approve: true };
    await act(() => ada.client.functions.call('decideRecovery', decision));
    expect(s.client.auth.currentUser()?.factors).toHaveLength(1);
    await s.jump(day + minute);
    expect(screen.getByText(/^Your second step at sign-in was removed/)).toBeVisible();
    expect(s.client.auth.currentUser()?.factors).toEqual([]);
    expect(screen.queryByText(/^Somebody asks to remove/)).toBeNull();
  });
});
