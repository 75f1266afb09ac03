/** The script of a worker in Node: reads one calendar. */
import { readCalendarEvents } from '#api/calendar-events.ts';
import { calendarWorkerFunctions } from '#api/calendar-reading.ts';
import { serveWorkerThread } from '#adapters/node/worker-thread.ts';

serveWorkerThread(calendarWorkerFunctions(readCalendarEvents));
