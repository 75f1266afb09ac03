/** Reading of a leave calendar from its address. The address is in no message and in no log. */
import { day } from '#domain/constants.ts';
import {
  type CalendarAddress,
  calendarAddressSchema,
  type LeaveCalendar,
  leaveCalendarSchema,
} from '#domain/leave-calendar/schema.ts';
import { readingFailed, wasRead } from '#domain/leave-calendar/transitions.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingAnswer } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { readCalendarTask } from '../tasks.ts';
import { isTeamGone } from '../team/gone.ts';
import { textOf } from './address.ts';
import { type Content, contentOf, peopleByAddress, saveContent } from './take-over.ts';

/** Unchanged content is taken over again after this long: recurring events reach further, and members may be new. */
const takenOverForMs = 3 * day;

/** Enqueues the reading of a leave calendar, once for each due time. */
export const startReading = (
  { tasks }: Pick<ServerPorts, 'tasks'>,
  { teamId, id, nextReadAt }: Pick<LeaveCalendar, 'teamId' | 'id' | 'nextReadAt'>,
): Promise<void> =>
  tasks.enqueue(
    readCalendarTask,
    { teamId, calendarId: id },
    { id: `${readCalendarTask}-${teamId}-${id}-${nextReadAt}` },
  );

/** Reads a calendar that is due; else does nothing. Safe to run any number of times. */
export async function readAddress(server: ServerPorts, teamId: string, calendarId: string): Promise<void> {
  const { docs, clock } = server;
  const calendar = fromDocument(
    leaveCalendarSchema,
    await docs.get(documentPaths.leaveCalendar(teamId, calendarId)),
  );
  const address = fromDocument(
    calendarAddressSchema,
    await docs.get(documentPaths.calendarAddress(teamId, calendarId)),
  );
  if (!calendar || !address || calendar.nextReadAt === null || calendar.nextReadAt > clock.now()) return;
  const read = await fetched(server, address);
  const byAddress =
    read.kind === 'content'
      ? await peopleByAddress(server.users, read.content.events)
      : new Map<string, string>();
  await transact(server, async (work) => {
    const current = await work.get(leaveCalendarSchema, documentPaths.leaveCalendar(teamId, calendarId));
    const known = await work.get(calendarAddressSchema, documentPaths.calendarAddress(teamId, calendarId));
    // The calendar was removed, has another address, or is due again meanwhile, which starts another reading.
    if (!current || known?.address !== address.address || current.nextReadAt !== calendar.nextReadAt) return;
    if (await isTeamGone(work, teamId)) return;
    await keep(work, current, known, read, byAddress);
  });
}

type Fetched =
  | {
      readonly kind: 'content';
      readonly content: Extract<Content, { ok: true }>;
      readonly answer: OutgoingAnswer;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly problem: string };

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
    const content = await contentOf(textOf(answer.body), team?.timezone ?? 'UTC', clock.now());
    return content.ok ? { kind: 'content', content, answer } : failed(content.reason);
  } catch (error) {
    // The sentences of request errors contain no address.
    if (isPortError(error) && isOfRequest(error.details)) return failed(error.message);
    throw error;
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
  byAddress: ReadonlyMap<string, string>,
): Promise<void> {
  const { teamId, id } = calendar;
  const path = documentPaths.leaveCalendar(teamId, id);
  if (read.kind === 'failed') return work.save(path, readingFailed(calendar, read.problem, work.now));
  if (read.kind === 'unchanged') return work.save(path, wasRead(calendar, work.now));
  await saveContent(work, calendar, read.content, byAddress);
  work.save(documentPaths.calendarAddress(teamId, id), {
    ...address,
    ...read.answer.version,
    takenOverAt: work.now,
    revision: address.revision + 1,
  } satisfies CalendarAddress);
}
