/**
 * Steps of every command around its handler: checks the input, authenticates, authorizes, runs it once in one transaction, and
 * writes its audit entry there.
 */
import { type KnownAddress, mayUse } from '#domain/team/accounts.ts';
import {
  checkInput,
  commandCatalogue,
  isExpired,
  type CheckedInput,
  type CommandName,
  type CommandOutput,
} from '#api/commands.ts';
import { idOf, type Id } from '#domain/base.ts';
import { commandRecordId, commandRecordSchema, type CommandRecord } from '#api/command-record.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { memberSchema, teamSchema, type Member } from '#domain/team/schema.ts';
import { domainError } from '#domain/errors.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { TransitionContext } from '#domain/transition.ts';
import type { CallContext, Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { noticeMovedShifts } from '../schedules/moved-shifts.ts';
import { auditCommand, auditOtherTeams } from './audit.ts';
import { authorize, type CommandWork, type FurtherSubjects, type SubjectOf } from './guard.ts';
import { requireAccount } from './account.ts';
import type { ActingProgram } from './acting-program.ts';
import { fail, portErrorOf } from './command-failed.ts';
import { commandWork } from './system.ts';
import { requireSession } from './session.ts';
import { transact, type UnitOfWork } from './unit-of-work.ts';

/** The caller, their team, and the transaction. */
export interface CommandContext extends TransitionContext {
  readonly work: CommandWork;
  readonly workers: ServerPorts['workers'];
  readonly teamId: Id;
  readonly userId: Id;
  /** Id of the command that no other caller has. */
  readonly recordId: Id;
  /** Null: not in the team. */
  readonly member: Member | null;
  /** Signed in without an account of their own. */
  readonly guest: boolean;
  /** Whether the caller acts by an API key or from Slack. */
  readonly byProgram: boolean;
  /** Whether this deployment sends mail. */
  readonly sendsMail: boolean;
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

/**
 * A handler as the callable that browsers reach. A repeated command id gets the stored answer. @throws PortError with the domain's error in
 * its details. `acting`: the program by which the caller acts; null: Muster itself.
 */
export function callableOf<N extends CommandName>(name: N, handler: CommandHandler<N>) {
  return async (
    raw: unknown,
    server: ServerPorts & Pick<CallContext, 'caller'>,
    acting: ActingProgram | null = null,
  ): Promise<CommandOutput<N>> => {
    const { caller } = server;
    if (caller === null) throw portErrorOf(domainError('unauthenticated', {}));
    const usable = mayUse(caller.uid);
    if (!usable.allowed) throw portErrorOf(domainError('forbidden', {}, usable.reason));
    const checked = checkInput(name, raw);
    if (!checked.ok) throw portErrorOf(checked.error);
    const input = checked.value;
    const { teamId, commandId } = input;
    return transact(server, async (work) => {
      const program = acting && (await acting.require(work, idOf(caller.uid)));
      const recordId = commandRecordId(caller.uid, commandId);
      const path = serverPaths.command(teamId, recordId);
      const before =
        (await work.get(commandRecordSchema, path)) ?? (await earlierRecord(work, input, idOf(caller.uid)));
      if (before !== null) return answerAgain<N>(before, name);
      const { ageMs = 0 } = input;
      if (isExpired({ name, input }, ageMs)) fail('expired', {});
      work.givenBefore({ by: idOf(caller.uid), ageMs, via: program?.via ?? {} });

      const context = await contextOf(work, name, input, { caller, server, byProgram: program !== null });
      const { userId, member } = context;
      const actor = { userId, role: member?.role ?? null, ...(program && { byProgram: true as const }) };
      const [subject, further] = await authorize(work, actor, name, input);
      const output = await handler(input, context, subject, further);
      const entity = { id: recordId, teamId, createdAt: work.now, createdBy: userId, revision: 1 };
      work.save(path, { ...entity, name, output: { ...output } } satisfies CommandRecord);
      noticeMovedShifts(work, { teamId, by: userId, cause: recordId });
      const audited = { name, input, recordId, userId, member, program: program?.audited ?? null };
      auditCommand(work, audited);
      auditOtherTeams(work, audited);
      return output;
    });
  };
}

/** Context of the command. Ends a command of a deleted account, of an ended session, or in a deleted team. */
async function contextOf(
  work: UnitOfWork,
  name: CommandName,
  { teamId, commandId }: { readonly teamId: Id; readonly commandId: Id },
  {
    caller,
    server,
    byProgram,
  }: { readonly caller: Caller; readonly server: ServerPorts; readonly byProgram: boolean },
): Promise<CommandContext> {
  const userId = idOf(caller.uid);
  const member = await work.get(memberSchema, documentPaths.member(teamId, userId));
  // A member has an account.
  if (member === null) await requireAccount(work, userId);
  await requireSession(work, caller, member);
  if (!commandCatalogue[name].whileDeleted) await refuseDeleted(work, name, teamId, member);
  return {
    work: commandWork(work),
    workers: server.workers,
    byProgram,
    sendsMail: server.mail !== null,
    teamId,
    userId,
    recordId: commandRecordId(userId, commandId),
    by: userId,
    get now() {
      return work.now;
    },
    member,
    guest: isGuest(caller),
    mail: mailOf(caller),
  };
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

/** Record of the caller's command by a version that kept records under the command's id alone. */
async function earlierRecord(
  work: UnitOfWork,
  { teamId, commandId }: { readonly teamId: Id; readonly commandId: Id },
  userId: Id,
): Promise<CommandRecord | null> {
  const record = await work.get(commandRecordSchema, serverPaths.command(teamId, commandId));
  return record?.createdBy === userId ? record : null;
}

function answerAgain<N extends CommandName>(record: CommandRecord, name: N): CommandOutput<N> {
  if (record.name !== name)
    fail(
      'conflict',
      { currentRevision: record.revision },
      'This command id was used for something else. Reload the page and try again.',
    );
  // Written by `callableOf` for this very call.
  return record.output as unknown as CommandOutput<N>;
}

/** Ends the command when someone else has changed the entity since the caller looked. */
export function expectRevision(entity: { readonly revision: number }, expected: number | undefined): void {
  if (expected !== undefined && entity.revision !== expected)
    fail('conflict', { currentRevision: entity.revision });
}
