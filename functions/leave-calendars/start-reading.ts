/** Start of the reading of a leave calendar. */
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { readCalendarTask } from '../tasks.ts';

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
