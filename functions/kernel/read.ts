/** Steps of every read around its handler: checks the input, authenticates, asks the permission, runs it in one transaction. */
import {
  type CheckedReadInput,
  checkReadInput,
  readCatalogue,
  type ReadName,
  type ReadOutput,
} from '#api/reads.ts';
import { documentPaths } from '#api/paths.ts';
import { endedSession } from '#domain/account/sessions.ts';
import { idOf } from '#domain/base.ts';
import { domainError } from '#domain/errors.ts';
import { may, type Action } from '#domain/permissions.ts';
import { mayUse } from '#domain/team/accounts.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { memberSchema } from '#domain/team/schema.ts';
import type { Callable, Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { CommandFailed, fail, portErrorOf } from './command-failed.ts';
import type { CommandWork } from './guard.ts';
import { ReadGuard } from './read-guard.ts';
import { isEndedSession } from './session.ts';
import { commandWork, unitOfWorkOf } from './system.ts';
import { transact } from './unit-of-work.ts';

export interface ReadContext {
  /** The transaction without what belongs to incidents: a read reaches that through its guard. */
  readonly work: CommandWork;
  /** Null: signed out. */
  readonly userId: string | null;
  /** Whether this deployment sends mail. */
  readonly sendsMail: boolean;
  /** The caller's session was ended. Always false where it would be refused. */
  readonly ended: boolean;
}

export type ReadHandler<N extends ReadName> = (
  input: CheckedReadInput<N>,
  context: ReadContext,
) => Promise<ReadOutput<N>>;

/** Reader that a permission has admitted, and the read guard with that reader's rights. */
export interface AdmittedReader {
  readonly userId: string;
  readonly guard: ReadGuard;
}

/** Asks a permission of the team. @throws CommandFailed without the permission, or in a deleted team */
export async function requirePermission(
  { work, userId }: ReadContext,
  teamId: string,
  action: Action,
): Promise<AdmittedReader> {
  if (userId === null) return fail('unauthenticated', {});
  const caller = await work.get(memberSchema, documentPaths.member(teamId, userId));
  const deletedAt = caller?.teamDeletedAt ?? null;
  if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
  const actor = { userId, role: caller?.role ?? null };
  const verdict = may(actor, action);
  if (!verdict.allowed) fail('forbidden', {}, verdict.reason);
  return { userId, guard: new ReadGuard(unitOfWorkOf(work), teamId, actor) };
}

export type ReadHandlers = { readonly [N in ReadName]: ReadHandler<N> };

const callableOf =
  <N extends ReadName>(name: N, handler: ReadHandler<N>): Callable =>
  async (raw, context) => {
    const userId = userIdOf(context.caller);
    const checked = checkReadInput(name, raw);
    if (!checked.ok) throw portErrorOf(checked.error);
    return transact(context as ServerPorts, async (work) => {
      const { caller } = context;
      const ended = caller !== null && (await isEndedSession(work, caller));
      if (ended && name !== 'readSession') throw new CommandFailed(endedSession());
      const sendsMail = context.mail !== null;
      return handler(checked.value, { work: commandWork(work), userId, sendsMail, ended });
    });
  };

export function readCallables(handlers: ReadHandlers): Readonly<Record<ReadName, Callable>> {
  const callables = (Object.keys(readCatalogue) as ReadName[]).map((name) => [
    name,
    callableOf(name, handlers[name] as ReadHandler<typeof name>),
  ]);
  return Object.fromEntries(callables) as Readonly<Record<ReadName, Callable>>;
}

function userIdOf(caller: Caller | null): string | null {
  if (caller === null) return null;
  const usable = mayUse(caller.uid);
  if (!usable.allowed) throw portErrorOf(domainError('forbidden', {}, usable.reason));
  return idOf(caller.uid);
}
