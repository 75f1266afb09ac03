/**
 * Steps of every command around its handler: checks the input, authenticates, authorizes, runs it once in one transaction, and
 * writes its audit entry there.
 */
import { type KnownAddress, mayUse } from '#domain/team/accounts.ts';
import {
  checkInput,
  commandCatalogue,
  type CheckedInput,
  type CommandName,
  type CommandOutput,
} from '#api/commands.ts';
import { idOf, type Id } from '#domain/base.ts';
import { commandRecordSchema, type CommandRecord } from '#api/command-record.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { memberSchema, teamSchema, type Member } from '#domain/team/schema.ts';
import { domainError } from '#domain/errors.ts';
import { documentPaths } from '#api/paths.ts';
import type { TransitionContext } from '#domain/transition.ts';
import type { CallContext, Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { noticeMovedShifts } from '../schedules/moved-shifts.ts';
import { auditCommand } from './audit.ts';
import { authorize, type CommandWork, type FurtherSubjects, type SubjectOf } from './guard.ts';
import { requireAccount } from './account.ts';
import { fail, portErrorOf } from './command-failed.ts';
import { commandWork } from './system.ts';
import { requireSession } from './session.ts';
import { transact, type UnitOfWork } from './unit-of-work.ts';

/** The caller, their team, and the transaction. */
export interface CommandContext extends TransitionContext {
  readonly work: CommandWork;
  readonly teamId: Id;
  readonly userId: Id;
  /** Null: not in the team. */
  readonly member: Member | null;
  /** Signed in without an account of their own. */
  readonly guest: boolean;
  /** The account’s address, as the caller’s token has it. */
  readonly mail: KnownAddress;
}

/** `subject` and `further`: what the catalogue's permissions are asked of, all of them granted. */
export type CommandHandler<N extends CommandName> = (
  input: CheckedInput<N>,
  context: CommandContext,
  subject: SubjectOf<N>,
  further: FurtherSubjects<N>,
) => Promise<CommandOutput<N>>;

/** Each module of handlers exports some of them: `{ … } satisfies Partial<CommandHandlers>`. */
export type CommandHandlers = { readonly [N in CommandName]: CommandHandler<N> };

/** A handler as the callable that browsers reach. It throws a PortError with the domain's error in its details. */
export function callableOf<N extends CommandName>(name: N, handler: CommandHandler<N>) {
  return async (
    raw: unknown,
    context: ServerPorts & Pick<CallContext, 'caller'>,
  ): Promise<CommandOutput<N>> => {
    const { caller } = context;
    if (caller === null) throw portErrorOf(domainError('unauthenticated', {}));
    const usable = mayUse(caller.uid);
    if (!usable.allowed) throw portErrorOf(domainError('forbidden', {}, usable.reason));
    const checked = checkInput(name, raw);
    if (!checked.ok) throw portErrorOf(checked.error);
    return transact(context, (work) => runIdempotent(work, name, checked.value, caller, handler));
  };
}

/** A command id that was carried out before gets the answer given then. */
async function runIdempotent<N extends CommandName>(
  work: UnitOfWork,
  name: N,
  input: CheckedInput<N>,
  caller: Caller,
  handler: CommandHandler<N>,
): Promise<CommandOutput<N>> {
  const userId = idOf(caller.uid);
  const { teamId, commandId } = input;
  const path = documentPaths.command(teamId, commandId);
  const before = await work.get(commandRecordSchema, path);
  if (before !== null) return answerAgain<N>(before, name, userId);

  const asking = await work.get(memberSchema, documentPaths.member(teamId, userId));
  // A member has an account.
  if (asking === null) await requireAccount(work, userId);
  await requireSession(work, caller, asking);
  if (!commandCatalogue[name].whileDeleted) await refuseDeleted(work, name, teamId, asking);
  const actor = { userId, role: asking?.role ?? null };
  const context: CommandContext = {
    work: commandWork(work),
    teamId,
    userId,
    by: userId,
    get now() {
      return work.now;
    },
    member: asking,
    guest: isGuest(caller),
    mail: mailOf(caller),
  };
  const [subject, further] = await authorize(work, actor, name, input);
  const output = await handler(input, context, subject, further);
  const record: CommandRecord = {
    id: commandId,
    teamId,
    createdAt: work.now,
    createdBy: userId,
    revision: 1,
    name,
    output: { ...output },
  };
  work.save(path, record);
  noticeMovedShifts(work, { teamId, by: userId, cause: commandId });
  auditCommand(work, { name, input, userId, member: asking });
  return output;
}

export const mailOf = ({ claims }: Caller): KnownAddress => ({
  address: typeof claims['email'] === 'string' ? claims['email'] : null,
  verified: claims['email_verified'] === true,
});

export function isGuest({ claims }: Caller): boolean {
  const told = claims['firebase'];
  return (
    typeof told === 'object' &&
    told !== null &&
    'sign_in_provider' in told &&
    told.sign_in_provider === 'anonymous'
  );
}

/** Non-members learn of the deletion only from commands that are open to non-members. */
async function refuseDeleted(
  work: UnitOfWork,
  name: CommandName,
  teamId: Id,
  asking: Member | null,
): Promise<void> {
  const open = commandCatalogue[name].permission.of === 'nobody';
  const team = asking === null && open ? await work.get(teamSchema, documentPaths.team(teamId)) : null;
  const deletedAt = asking?.teamDeletedAt ?? team?.deletedAt ?? null;
  if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
}

function answerAgain<N extends CommandName>(
  record: CommandRecord,
  name: N,
  userId: string,
): CommandOutput<N> {
  if (record.createdBy !== userId || record.name !== name)
    fail(
      'conflict',
      { currentRevision: record.revision },
      'This command id was used for something else. Reload the page and try again.',
    );
  // Written by `runIdempotent` for this very call.
  return record.output as unknown as CommandOutput<N>;
}

/** Ends the command when someone else has changed the entity since the caller looked. */
export function expectRevision(entity: { readonly revision: number }, expected: number | undefined): void {
  if (expected !== undefined && entity.revision !== expected)
    fail('conflict', { currentRevision: entity.revision });
}
