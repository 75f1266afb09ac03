/** Handlers of commands on time off. */
import { check } from '#domain/errors.ts';
import { limits } from '#domain/constants.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { type TimeOff, type TimeOffNote, timeOffNoteSchema, timeOffSchema } from '#domain/time-off/schema.ts';
import { removeTimeOff as removed, saveTimeOff as saved } from '#domain/time-off/transitions.ts';
import { fieldLabels } from '#api/field-labels.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../kernel/command.ts';
import { accept, CommandFailed, fail } from '../kernel/command-failed.ts';

const saveTimeOff: CommandHandler<'saveTimeOff'> = async (input, context) => {
  const { timeOffId: id, teamId, userId, startsAt, endsAt, allDayIn, note } = input;
  const { work } = context;
  const path = documentPaths.timeOff(teamId, id);
  const before = await work.get(timeOffSchema, path);
  // The permission was asked of the person in the input.
  if (before !== null && before.userId !== userId) fail('not_found', {});
  // A change does not recreate time off that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  if (before === null) await requireRoom(userId, context);
  const { state } = accept(saved(before, { id, teamId, userId, startsAt, endsAt, allDayIn }, context));
  const checked = check(timeOffSchema, state, fieldLabels);
  if (!checked.ok) throw new CommandFailed(checked.error);
  work.save(path, state);
  await saveNote(state, note, context);
  return { revision: state.revision };
};

async function requireRoom(userId: string, { work, teamId }: CommandContext): Promise<void> {
  if ((await work.get(memberSchema, documentPaths.member(teamId, userId))) === null) {
    const rule = 'This person is not in the team any more. Choose somebody who is.';
    fail('invalid', { field: 'userId', rule }, rule);
  }
  const own = query(
    collectionPaths.timeOff(teamId),
    where('userId', '==', userId),
    limit(limits.timeOffPerPerson),
  );
  if ((await work.find(timeOffSchema, own)).length < limits.timeOffPerPerson) return;
  const rule = `One person has at most ${limits.timeOffPerPerson} entries of time off. Remove one that is over first.`;
  fail('invalid', { field: 'timeOffId', rule }, rule);
}

async function saveNote(
  { id, teamId, userId }: TimeOff,
  note: string,
  { work, now, by }: CommandContext,
): Promise<void> {
  const path = documentPaths.timeOffNote(teamId, id);
  const before = await work.get(timeOffNoteSchema, path);
  if (note === '') {
    if (before !== null) work.remove(path);
    return;
  }
  const made = before ?? { id, teamId, userId, createdAt: now, createdBy: by, revision: 0 };
  work.save(path, { ...made, note, revision: made.revision + 1 } satisfies TimeOffNote);
}

const removeTimeOff: CommandHandler<'removeTimeOff'> = async ({ timeOffId, userId, teamId }, context) => {
  const { work } = context;
  const path = documentPaths.timeOff(teamId, timeOffId);
  const before = await work.get(timeOffSchema, path);
  if (before === null) return { revision: 1 };
  if (before.userId !== userId) return fail('not_found', {});
  accept(removed(before, context));
  work.remove(path);
  work.remove(documentPaths.timeOffNote(teamId, timeOffId));
  return { revision: before.revision + 1 };
};

export const timeOffHandlers = { saveTimeOff, removeTimeOff } satisfies Partial<CommandHandlers>;
