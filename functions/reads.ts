/** Handlers of reads: what the security rules can't let a browser read by itself. Each asks its own permission. */
import {
  readCatalogue,
  checkReadInput,
  type CheckedReadInput,
  type ReadName,
  type ReadOutput,
} from '#api/reads.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import { endedSession } from '#domain/account/sessions.ts';
import { idOf } from '#domain/base.ts';
import { domainError } from '#domain/errors.ts';
import { may, type Action } from '#domain/permissions.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { inviteSchema, isUsable, unusableInvite } from '#domain/team/invite.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { mayUse } from '#domain/team/accounts.ts';
import type { Callable, Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { previewDeletion } from './account/deletion-preview.ts';
import { readOwnData as ownDataPage } from './account/own-data.ts';
import { CommandFailed, fail, found, portErrorOf } from './kernel/command-failed.ts';
import { isEndedSession } from './kernel/session.ts';
import { transact, type UnitOfWork } from './kernel/unit-of-work.ts';
import { teamReadiness } from './readiness/team-readiness.ts';
import { holdingsOf } from './team/holdings/hand-over.ts';

type ReadHandler<N extends ReadName> = (
  input: CheckedReadInput<N>,
  work: UnitOfWork,
  /** Null: signed out. */
  userId: string | null,
  /** The caller's session was ended. Always false where it would be refused. */
  ended: boolean,
) => Promise<ReadOutput<N>>;

const readInvite: ReadHandler<'readInvite'> = async ({ teamId, token }, work, userId) => {
  const invite = await work.get(inviteSchema, documentPaths.invite(teamId, inviteIdOf(token)));
  const team = await work.get(teamSchema, documentPaths.team(teamId));
  const member =
    userId !== null && (await work.get(memberSchema, documentPaths.member(teamId, userId))) !== null;
  // The member who accepted it can still read it.
  const own = member && invite?.usedBy === userId;
  const usable = invite !== null && (isUsable(invite, work.now) || own);
  if (team === null || (team.deletedAt ?? null) !== null || !usable)
    return fail('not_found', {}, unusableInvite);
  const { role, expiresAt } = invite;
  return { teamName: team.name, role, expiresAt, member };
};

/** @throws CommandFailed for who may not, or in a deleted team */
async function requirePermission(work: UnitOfWork, teamId: string, userId: string | null, action: Action) {
  if (userId === null) return fail('unauthenticated', {});
  const caller = await work.get(memberSchema, documentPaths.member(teamId, userId));
  const deletedAt = caller?.teamDeletedAt ?? null;
  if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
  const verdict = may({ userId, role: caller?.role ?? null }, action);
  if (!verdict.allowed) fail('forbidden', {}, verdict.reason);
}

const readHoldings: ReadHandler<'readHoldings'> = async ({ teamId, userId }, work, asking) => {
  await requirePermission(work, teamId, asking, asking === userId ? 'read' : 'manageMembers');
  found(await work.get(memberSchema, documentPaths.member(teamId, userId)));
  return { holdings: await holdingsOf(work, teamId, userId) };
};

const readAccountDeletion: ReadHandler<'readAccountDeletion'> = async (_, work, userId) =>
  userId === null ? fail('unauthenticated', {}) : { teams: await previewDeletion(work, userId) };

const readSession: ReadHandler<'readSession'> = async (_, _work, _userId, ended) => ({ ended });

const readOwnData: ReadHandler<'readOwnData'> = async (input, work, userId) =>
  userId === null ? fail('unauthenticated', {}) : ownDataPage(input, work, userId);

const readReadiness: ReadHandler<'readReadiness'> = async ({ teamId }, work, userId) => {
  await requirePermission(work, teamId, userId, 'readiness');
  return teamReadiness(work, teamId);
};

const handlers: { readonly [N in ReadName]: ReadHandler<N> } = {
  readInvite,
  readHoldings,
  readAccountDeletion,
  readSession,
  readOwnData,
  readReadiness,
};

function callableOf<N extends ReadName>(name: N): Callable {
  return async (raw, context) => {
    const userId = userIdOf(context.caller);
    const checked = checkReadInput(name, raw);
    if (!checked.ok) throw portErrorOf(checked.error);
    return transact(context as ServerPorts, async (work) => {
      const { caller } = context;
      const ended = caller !== null && (await isEndedSession(work, caller));
      if (ended && name !== 'readSession') throw new CommandFailed(endedSession());
      return handlers[name](checked.value, work, userId, ended);
    });
  };
}

function userIdOf(caller: Caller | null): string | null {
  if (caller === null) return null;
  const usable = mayUse(caller.uid);
  if (!usable.allowed) throw portErrorOf(domainError('forbidden', {}, usable.reason));
  return idOf(caller.uid);
}

export const reads = Object.fromEntries(
  (Object.keys(readCatalogue) as ReadName[]).map((name) => [name, callableOf(name)]),
) as Readonly<Record<ReadName, Callable>>;
