/** Reading of a leave calendar from its address. The address is in no message and in no log. */
import { day } from '#domain/constants.ts';
import {
  type CalendarAddress,
  calendarAddressSchema,
  type LeaveCalendar,
  leaveCalendarSchema,
} from '#domain/leave-calendar/schema.ts';
import { beginReading, readingFailed, wasRead } from '#domain/leave-calendar/transitions.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingAnswer } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { isTeamGone } from '../team/gone.ts';
import { textOf } from './address.ts';
import { type Content, contentOf, peopleByAddress, saveContent } from './take-over.ts';

/** Unchanged content is taken over again after this long: recurring events reach further, and members may be new. */
const takenOverForMs = 3 * day;

/** Reads a calendar that is due; else does nothing. Safe to run any number of times. */
export async function readAddress(server: ServerPorts, teamId: string, calendarId: string): Promise<void> {
  const begun = await transact(server, (work) => begin(work, teamId, calendarId));
  if (begun === null) return;
  const { nextReadAt, address } = begun;
  const read = await fetched(server, address);
  await transact(server, async (work) => {
    const current = await work.get(leaveCalendarSchema, documentPaths.leaveCalendar(teamId, calendarId));
    const known = await work.get(calendarAddressSchema, serverPaths.calendarAddress(teamId, calendarId));
    // The calendar was removed, has another address, or is due again meanwhile, which starts another reading.
    if (!current || known?.address !== address.address || current.nextReadAt !== nextReadAt) return;
    if (await isTeamGone(work, teamId)) return;
    await keep(work, current, known, read);
  });
}

interface Begun {
  readonly address: CalendarAddress;
  /** By which the calendar is known at the end to be the one that was read. */
  readonly nextReadAt: number | null;
}

/** Counts the reading as failed before it begins. Null: it is not due, or did not end too often. */
async function begin(work: UnitOfWork, teamId: string, calendarId: string): Promise<Begun | null> {
  const [path, addressPath] = [
    documentPaths.leaveCalendar(teamId, calendarId),
    serverPaths.calendarAddress(teamId, calendarId),
  ];
  const before = await work.get(leaveCalendarSchema, path);
  const address = await work.get(calendarAddressSchema, addressPath);
  if (!before || !address || before.nextReadAt === null || before.nextReadAt > work.now) return null;
  const { calendar, unfinished, begins } = beginReading(before, address.unfinished ?? 0, work.now);
  work.save(path, calendar);
  work.save(addressPath, { ...address, unfinished });
  return begins ? { address, nextReadAt: calendar.nextReadAt } : null;
}

type Fetched =
  | {
      readonly kind: 'content';
      readonly content: Extract<Content, { ok: true }>;
      readonly byAddress: ReadonlyMap<string, string>;
      readonly answer: OutgoingAnswer;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly problem: string };

/** Never rejects: a failure is counted and reported. */
async function fetched(server: ServerPorts, address: CalendarAddress): Promise<Fetched> {
  const { http, docs, clock } = server;
  const failed = (problem: string): Fetched => ({ kind: 'failed', problem });
  if (http === null) return failed('Addresses can’t be read here. Choose a file.');
  const { address: url, takenOverAt, etag, lastModified, teamId } = address;
  const isFresh = takenOverAt !== null && clock.now() - takenOverAt < takenOverForMs;
  try {
    const answer = await http.send({
      url,
      headers: { accept: 'text/calendar, */*;q=0.5' },
      ...(isFresh && { known: { etag, lastModified } }),
    });
    if (answer.status === 304) return { kind: 'unchanged' };
    if (answer.status !== 200) return failed(statusSentence(answer.status));
    const team = fromDocument(teamSchema, await docs.get(documentPaths.team(teamId)));
    const content = await contentOf(server.workers, textOf(answer.body), {
      timezone: team?.timezone ?? 'UTC',
      now: clock.now(),
    });
    if (!content.ok) return failed(content.reason);
    const byAddress = await peopleByAddress(server.users, content.events);
    return { kind: 'content', content, byAddress, answer };
  } catch (error) {
    // The sentences of request errors contain no address.
    if (isPortError(error) && isOfRequest(error.details)) return failed(error.message);
    return failed('Reading it failed here, not at its address. It is tried again by itself.');
  }
}

const isOfRequest = (details: unknown): boolean =>
  typeof details === 'object' && details !== null && 'reason' in details;

function statusSentence(status: number): string {
  if (status === 401 || status === 403)
    return 'The server does not let Muster read it. Use a calendar’s secret address.';
  if (status === 404 || status === 410) return 'There is no calendar at this address any more.';
  return `The server answered with an error (${status}).`;
}

async function keep(
  work: UnitOfWork,
  calendar: LeaveCalendar,
  address: CalendarAddress,
  read: Fetched,
): Promise<void> {
  const { teamId, id } = calendar;
  const path = documentPaths.leaveCalendar(teamId, id);
  const ended = { ...address, unfinished: 0 } satisfies CalendarAddress;
  const addressPath = serverPaths.calendarAddress(teamId, id);
  if (read.kind !== 'content') {
    work.save(addressPath, ended);
    const { now } = work;
    return work.save(
      path,
      read.kind === 'failed' ? readingFailed(calendar, read.problem, now) : wasRead(calendar, now),
    );
  }
  await saveContent(work, calendar, read.content, read.byAddress);
  work.save(addressPath, {
    ...ended,
    ...read.answer.version,
    takenOverAt: work.now,
    revision: address.revision + 1,
  } satisfies CalendarAddress);
}
