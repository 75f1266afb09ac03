/** Handlers of commands on leave calendars. */
import { limits } from '#domain/constants.ts';
import {
  calendarAddressSchema,
  type LeaveCalendar,
  leaveCalendarSchema,
} from '#domain/leave-calendar/schema.ts';
import {
  mapLeaveName as mapped,
  readNow,
  saveLeaveCalendar as saved,
} from '#domain/leave-calendar/transitions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import type { CheckedInput } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query } from '#ports/docs/query.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import { enteredAddress } from './address.ts';
import { matchAddresses } from './match-addresses.ts';
import { projectHolidays, projectTimeOff } from './projection.ts';
import { startReading } from './start-reading.ts';
import { contentOf, saveContent, teamTimezone } from './take-over.ts';

type Source = CheckedInput<'saveLeaveCalendar'>['source'];

const saveLeaveCalendar: CommandHandler<'saveLeaveCalendar'> = async (input, context) => {
  const { calendarId: id, teamId, name, concerned, source } = input;
  const { work } = context;
  const path = documentPaths.leaveCalendar(teamId, id);
  const before = await work.get(leaveCalendarSchema, path);
  // A change does not recreate a calendar that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  if (before === null) await requireRoom(context);
  const { state } = accept(saved(before, { id, teamId, name, concerned }, hostOfSource(source), context));
  work.save(path, state);
  if (source?.kind === 'file') return { revision: (await saveFile(state, source.text, context)).revision };
  if (source?.kind === 'address') await saveAddress(state, source.address, context);
  await projectHolidays(work, state, null);
  return { revision: state.revision };
};

function hostOfSource(source: Source): string | null | undefined {
  if (source === null) return undefined;
  if (source.kind === 'file') return null;
  return entered(source.address).host;
}

const entered = (text: string) =>
  enteredAddress(text) ?? invalid('source', 'An address begins with https://, http:// or webcal://.');

async function requireRoom({ work, teamId }: CommandContext): Promise<void> {
  const all = query(collectionPaths.leaveCalendars(teamId), limit(limits.leaveCalendars));
  if ((await work.find(leaveCalendarSchema, all)).length >= limits.leaveCalendars)
    invalid('calendarId', `A team has at most ${limits.leaveCalendars} leave calendars. Remove one first.`);
}

async function saveFile(
  calendar: LeaveCalendar,
  text: string,
  { work, workers }: CommandContext,
): Promise<LeaveCalendar> {
  const { teamId, id } = calendar;
  const content = await contentOf(workers, text, {
    timezone: await teamTimezone(work, teamId),
    now: work.now,
  });
  if (!content.ok) return invalid('source', content.reason);
  work.remove(serverPaths.calendarAddress(teamId, id));
  const taken = await saveContent(work, calendar, content, new Map());
  if (taken.names.some(({ userId }) => userId === null))
    work.afterCommit((server) => matchAddresses(server, taken, content));
  return taken;
}

async function saveAddress(calendar: LeaveCalendar, text: string, context: CommandContext): Promise<void> {
  const { work, now, by } = context;
  const { teamId, id } = calendar;
  const path = serverPaths.calendarAddress(teamId, id);
  const before = await work.get(calendarAddressSchema, path);
  const unknown = { etag: null, lastModified: null, takenOverAt: null, unfinished: 0 };
  const base = before ?? { id, teamId, createdAt: now, createdBy: by, revision: 0 };
  const { address } = entered(text);
  work.save(path, { ...base, address, ...unknown, revision: base.revision + 1 });
  work.beforeCommit(async ({ http }) => {
    if (http === null)
      invalid('source', 'Addresses can’t be read here. Export the calendar as a file, and choose that.');
  });
  // A lost start is found by the sweep.
  work.afterCommit((server) => startReading(server, calendar));
}

const mapLeaveName: CommandHandler<'mapLeaveName'> = async ({ calendarId, teamId, who, userId }, context) => {
  const { work } = context;
  const calendar = await theCalendar(calendarId, context);
  if (userId !== null && (await work.get(memberSchema, documentPaths.member(teamId, userId))) === null)
    invalid('userId', 'This person is not in the team any more. Choose somebody who is.');
  const { state } = accept(mapped(calendar, { who, userId }, context));
  work.save(documentPaths.leaveCalendar(teamId, calendarId), state);
  await projectTimeOff(work, state, state);
  return { revision: state.revision };
};

const readLeaveCalendar: CommandHandler<'readLeaveCalendar'> = async ({ calendarId, teamId }, context) => {
  const { state } = accept(readNow(await theCalendar(calendarId, context), context));
  const { work } = context;
  const addressPath = serverPaths.calendarAddress(teamId, calendarId);
  const address = await work.get(calendarAddressSchema, addressPath);
  // A person's request resets the count of unfinished attempts.
  if (address !== null) work.save(addressPath, { ...address, unfinished: 0 });
  work.save(documentPaths.leaveCalendar(teamId, calendarId), state);
  work.afterCommit((server) => startReading(server, state));
  return { revision: state.revision };
};

const theCalendar = async (id: string, { work, teamId }: CommandContext): Promise<LeaveCalendar> =>
  found(await work.get(leaveCalendarSchema, documentPaths.leaveCalendar(teamId, id)));

/** Removing one that is gone already changes nothing. */
const removeLeaveCalendar: CommandHandler<'removeLeaveCalendar'> = async (
  { calendarId, teamId },
  { work },
) => {
  const path = documentPaths.leaveCalendar(teamId, calendarId);
  const before = await work.get(leaveCalendarSchema, path);
  if (before === null) return { revision: 1 };
  await projectTimeOff(work, before, null);
  for (const one of [
    path,
    serverPaths.calendarAddress(teamId, calendarId),
    documentPaths.holidays(teamId, calendarId),
  ])
    work.remove(one);
  return { revision: before.revision + 1 };
};

function invalid(field: string, rule: string): never {
  return fail('invalid', { field, rule }, rule);
}

export const leaveCalendarHandlers = {
  saveLeaveCalendar,
  mapLeaveName,
  readLeaveCalendar,
  removeLeaveCalendar,
} satisfies Partial<CommandHandlers>;
