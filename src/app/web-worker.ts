/** The script of a browser's worker: reads one calendar. */
import { serveWebWorker } from '#adapters/browser/web-worker.ts';
import { readCalendarEvents } from '#api/calendar-events.ts';
import { calendarWorkerFunctions } from '#api/calendar-reading.ts';

serveWebWorker(calendarWorkerFunctions(readCalendarEvents));
