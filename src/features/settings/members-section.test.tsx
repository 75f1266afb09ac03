import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fromDocument, toDocument } from '#api/codec.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import { memberSchema, type Member } from '#domain/team/schema.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const open = (as: StageOptions['as'] = 'Ada', more: Partial<StageOptions> = {}) =>
  stage({ as, path: '/t/demo/settings/members', ...more });
const list = () => screen.getByRole('list', { name: 'Members' });
const row = (name: string) => within(list()).getByText(name).closest('li') as HTMLElement;
const memberOf = async (s: AppStage, uid: string) =>
  fromDocument(memberSchema, await s.server.docs.get(documentPaths.member(teamId, uid)));
const dialog = () => within(screen.getByRole('dialog'));

async function choose(s: AppStage, name: string, action: RegExp) {
  await s.user.click(within(list()).getByRole('button', { name: `Actions for ${name}` }));
  const menu = await screen.findByRole('menu');
  await s.user.click(within(menu).getByRole('menuitem', { name: action }));
  await s.settle();
}
const reasons = async (s: AppStage, name: string) => {
  await s.user.click(within(list()).getByRole('button', { name: `Actions for ${name}` }));
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  return items.map((item) => (item.getAttribute('aria-disabled') === 'true' ? item.textContent : 'free'));
};

test('members are listed with their roles, and found by name and by role', async () => {
  const s = await open();
  expect(within(list()).getAllByRole('listitem')).toHaveLength(4);
  expect(row('Sam Osei')).toHaveTextContent('Responder');
  expect(row('Ada Moreno')).toHaveTextContent('(you)');
  await s.user.type(screen.getByRole('textbox', { name: 'Find a member' }), 'admin');
  expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
  await s.user.clear(screen.getByRole('textbox', { name: 'Find a member' }));
  await s.user.type(screen.getByRole('textbox', { name: 'Find a member' }), 'zzz');
  await s.user.click(screen.getByRole('button', { name: 'Show everybody' }));
  expect(within(list()).getAllByRole('listitem')).toHaveLength(4);
});

describe('the actions on a member', () => {
  test.each(['Lin', 'Sam', 'Vera'] as const)('are disabled for %s, with the reason', async (who) => {
    const s = await open(who);
    const all = await reasons(s, 'Ada Moreno');
    expect(all).toHaveLength(3);
    for (const reason of all) expect(reason).toMatch(/Only owners may manage members/);
  });

  test('are enabled for an owner, except on the last owner', async () => {
    const s = await open();
    expect(await reasons(s, 'Sam Osei')).toEqual(['free', 'free', 'free']);
    await s.user.keyboard('{Escape}');
    const own = await reasons(s, 'Ada Moreno');
    expect(own[0]).toMatch(/The last owner stays owner/);
    expect(own[2]).toMatch(/Leave the team instead/);
  });
});

test('a role is chosen with what it means, and changes at once', async () => {
  const s = await open();
  await choose(s, 'Sam Osei', /^Change role/);
  expect(dialog().getByRole('button', { name: 'Save role' })).toHaveAttribute('aria-disabled', 'true');
  await s.user.click(dialog().getByRole('radio', { name: /^Admin/ }));
  await s.user.click(dialog().getByRole('button', { name: 'Save role' }));
  await s.settle();
  expect((await memberOf(s, 'sam'))?.role).toBe('admin');
  expect(row('Sam Osei')).toHaveTextContent('Admin');
  expect(screen.queryByRole('dialog', { name: 'Role of Sam Osei' })).toBeNull();
  expect(screen.getByText('Sam Osei is admin now')).toBeVisible();
});

describe('a member with holdings', () => {
  async function holding(s: AppStage) {
    const sam = await s.person('Sam');
    return declare(s, sam, { page: [{ kind: 'people', userIds: ['sam'] }] });
  }

  test('is removed after another member is chosen for all holdings, which are shown before', async () => {
    const s = await open();
    const { incidentId, number } = await holding(s);
    await choose(s, 'Sam Osei', /^Remove/);
    expect(dialog().getByText(`Commander of #${number}`)).toBeVisible();
    expect(dialog().getByText(/^Page: /)).toBeVisible();
    const remove = dialog().getByRole('button', { name: 'Remove member' });
    expect(remove).toHaveAccessibleDescription('Choose who takes over what they hold.');
    await s.user.click(remove);
    expect(await memberOf(s, 'sam')).not.toBeNull();
    await s.user.click(dialog().getByRole('combobox', { name: /^Who takes over/ }));
    expect(screen.queryByRole('option', { name: /Vera/ })).toBeNull();
    await s.user.click(await screen.findByRole('option', { name: /Lin/ }));
    await s.user.click(dialog().getByRole('button', { name: 'Remove member' }));
    await s.settle();
    expect(await memberOf(s, 'sam')).toBeNull();
    expect(within(list()).queryByText('Sam Osei')).toBeNull();
    const { data } = await s.server.docs.get(documentPaths.incident(teamId, incidentId));
    expect(data).toMatchObject({ roles: { commander: 'lin' } });
  });

  test('becomes a viewer after another member is chosen for the holdings', async () => {
    const s = await open();
    await holding(s);
    await choose(s, 'Sam Osei', /^Change role/);
    await s.user.click(dialog().getByRole('radio', { name: /^Viewer/ }));
    expect(dialog().getByRole('button', { name: 'Save role' })).toHaveAccessibleDescription(
      'Choose who takes over.',
    );
    await s.user.click(dialog().getByRole('combobox', { name: /^Who takes over/ }));
    await s.user.click(await screen.findByRole('option', { name: /Ada/ }));
    await s.user.click(dialog().getByRole('button', { name: 'Save role' }));
    await s.settle();
    expect((await memberOf(s, 'sam'))?.role).toBe('viewer');
  });

  test('is not removed while the holdings can’t be read; they are read again on reconnect', async () => {
    const s = await open();
    await s.network(false);
    await choose(s, 'Vera Holt', /^Remove/);
    await s.advance(120_000);
    expect(dialog().getByText('What they hold can’t be read')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Remove member' })).toHaveAttribute('aria-disabled', 'true');
    await s.network(true);
    await s.settle();
    expect(dialog().getByText('Nothing has to be handed over.')).toBeVisible();
  });
});

test('an admin who becomes a responder has their revoked invites listed, without a successor', async () => {
  const s = await open();
  const invite = { inviteId: inviteIdOf('lins'), role: 'viewer', note: '', address: null, days: 7 } as const;
  await call(await s.person('Lin'), 'inviteMember', invite);
  await choose(s, 'Lin Ødegård', /^Change role/);
  await s.user.click(dialog().getByRole('radio', { name: /^Responder/ }));
  expect(dialog().getByText('An open invite of a viewer, which is then revoked')).toBeVisible();
  expect(dialog().queryByRole('combobox', { name: /^Who takes over/ })).toBeNull();
  await s.user.click(dialog().getByRole('button', { name: 'Save role' }));
  await s.settle();
  expect((await memberOf(s, 'lin'))?.role).toBe('responder');
  const { data } = await s.server.docs.get(documentPaths.invite(teamId, inviteIdOf('lins')));
  expect(data).toMatchObject({ status: 'revoked' });
});

test('a role changed by another member meanwhile is not overwritten, and the choice stays', async () => {
  const s = await open();
  await choose(s, 'Lin Ødegård', /^Change role/);
  await s.user.click(dialog().getByRole('radio', { name: /^Responder/ }));
  const ada = await s.person('Ada');
  await act(() => call(ada, 'setMemberRole', { userId: 'lin', role: 'owner', replacementId: null }));
  await arrive(s);
  await s.user.click(dialog().getByRole('button', { name: 'Save role' }));
  await s.settle();
  expect(dialog().getByText(/Someone changed this while you were working/)).toBeVisible();
  expect((await memberOf(s, 'lin'))?.role).toBe('owner');
});

test('the team is transferred after a question', async () => {
  const s = await open();
  await choose(s, 'Lin Ødegård', /^Transfer/);
  await s.user.click(screen.getByRole('button', { name: 'Transfer the team' }));
  await s.settle();
  expect((await memberOf(s, 'lin'))?.role).toBe('owner');
  expect(row('Ada Moreno')).toHaveTextContent('Admin');
});

describe('leaving the team', () => {
  test('is disabled for the last owner, with the reason', async () => {
    await open();
    expect(screen.getByRole('button', { name: /^Leave Northwind/ })).toHaveAccessibleDescription(
      /Sign out instead|last owner/,
    );
  });

  test('needs a confirmation, and then leads out of the team', async () => {
    const s = await open('Vera', {
      seed: async (server) => {
        await seedSmallTeam(server);
        const path = documentPaths.member(teamId, 'vera');
        const vera = fromDocument(memberSchema, await server.docs.get(path)) as Member;
        await server.docs.batch([{ type: 'set', path, data: toDocument({ ...vera, createdBy: 'vera' }) }]);
      },
    });
    await s.user.click(screen.getByRole('button', { name: /^Leave Northwind/ }));
    await s.settle();
    await s.user.click(dialog().getByRole('button', { name: 'Leave team' }));
    await s.settle();
    expect(await memberOf(s, 'vera')).toBeNull();
    expect(screen.getByRole('heading', { name: 'You are no longer in this team' })).toBeInTheDocument();
  });
});

test('two hundred members are listed and filtered quickly', async () => {
  const s = await open('Ada', {
    seed: async (server) => {
      await seedSmallTeam(server);
      const vera = fromDocument(
        memberSchema,
        await server.docs.get(documentPaths.member(teamId, 'vera')),
      ) as Member;
      await server.docs.batch(
        Array.from({ length: 196 }, (_, n) => ({
          type: 'set',
          path: documentPaths.member(teamId, `m${n}`),
          data: toDocument({ ...vera, id: `m${n}`, displayName: `Member ${n}` }),
        })),
      );
    },
  });
  expect(within(list()).getAllByRole('listitem')).toHaveLength(200);
  await s.user.type(screen.getByRole('textbox', { name: 'Find a member' }), 'Member 195');
  expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
});
