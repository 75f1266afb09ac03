/** Requests to recover a second factor without codes: made at sign-in, stopped by the person, carried out by the sweep. */
import { startRecovery as requested, settleRecovery, withTeams } from '#domain/account/recovery.ts';
import { idOf, isId, system } from '#domain/base.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { storedTime } from '#api/codec.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { CheckedRecoveryInput } from '#api/recovery.ts';
import { documentId, limit, orderBy, query, startAfter, where } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { commandWork } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { auditRecovery, notifyOwners, notifyPerson } from './recovery-notices.ts';
import { endRecovery, liveMembers, recoveryOf, saveRecovery, withValidApprovals } from './recovery-state.ts';
import { removeFactors } from './remove-factors.ts';

/** Starts a recovery. The answer is the same with and without an account, so that no address can be probed. */
export async function requestRecovery(
  server: ServerPorts,
  { address }: CheckedRecoveryInput<'requestRecovery'>,
): Promise<Record<never, never>> {
  const account = await server.users.byEmail(address);
  if (account === null || account.factors.length === 0 || !isId(account.uid)) return {};
  await transact(server, (work) => begin(commandWork(work), account.uid));
  return {};
}

async function begin(work: CommandWork, userId: string): Promise<void> {
  const profile = await work.get(userProfileSchema, documentPaths.user(userId));
  if (profile === null) return;
  const members = await liveMembers(work, profile);
  const last = await recoveryOf(work, userId);
  const outcome = requested(
    last,
    userId,
    members.map(({ teamId }) => teamId),
    work.now,
  );
  if (!outcome.ok || outcome.state === last) return;
  await saveRecovery(work, last, outcome.state);
  auditRecovery(work, members, 'requestRecovery', userId);
  await notifyPerson(work, members, {
    title: 'Somebody asks to remove your second step at sign-in',
    body: 'It happens after a day if an owner of each of your teams approves. If it was not you, open Muster and stop it.',
    link: '/me',
  });
  for (const member of members)
    await notifyOwners(work, member, {
      title: `${member.displayName} can’t get past the second step of signing in`,
      body: 'Ask them in person whether it is so, then approve the recovery or stop it.',
      link: teamAddress(member.teamId, '/settings/members'),
    });
}

/** The caller's own request. Without one: does nothing. */
export async function stopRecovery(
  _: object,
  work: UnitOfWork,
  { uid }: Caller,
): Promise<Record<never, never>> {
  await endRecovery(commandWork(work), idOf(uid));
  return {};
}

/** The person has seen that the second factors were removed. */
export async function dismissRecovery(
  _: object,
  work: UnitOfWork,
  { uid }: Caller,
): Promise<Record<never, never>> {
  const path = documentPaths.user(idOf(uid));
  const profile = await work.get(userProfileSchema, path);
  if ((profile?.factorsRemovedAt ?? null) === null || profile === null) return {};
  work.save(path, revised<UserProfile>(profile, { factorsRemovedAt: null }));
  return {};
}

const portion = 200;

/** Requests whose day has passed: carried out where every team approved. A failure does not block the others. */
export async function settleRecoveries(server: ServerPorts): Promise<void> {
  const now = storedTime(server.clock.now());
  const failures: unknown[] = [];
  let place: readonly DocValue[] | null = null;
  for (;;) {
    const from = place === null ? [] : [startAfter(place)];
    const all = query(
      'accountRecoveries',
      where('dueAt', '<=', now),
      orderBy('dueAt'),
      orderBy(documentId),
      ...from,
      limit(portion),
    );
    const due = await server.docs.find(all);
    for (const { id } of due)
      try {
        await transact(server, (work) => settle(commandWork(work), id));
      } catch (error) {
        failures.push(error);
      }
    const last = due.at(-1);
    if (!last || due.length < portion) break;
    place = [last.data?.['dueAt'] ?? null, last.id];
  }
  if (failures.length > 0) throw failures[0];
}

async function settle(work: CommandWork, userId: string): Promise<void> {
  const before = await recoveryOf(work, userId);
  const profile = await work.get(userProfileSchema, documentPaths.user(userId));
  if (before === null || profile === null) return;
  const context = { by: system, now: work.now };
  const members = await liveMembers(work, profile);
  const teamIds = members.map(({ teamId }) => teamId);
  const current = withTeams(before, teamIds, context).state;
  const { state } = settleRecovery(await withValidApprovals(work, current, context), context);
  if (state === before) return;
  await saveRecovery(work, before, state);
  if (state.status === 'done')
    await removeFactors(work, userId, {
      event: 'recoverSecondFactor',
      by: system,
      body: 'An owner of each of your teams approved it. Sign in and add a new second step.',
    });
}
