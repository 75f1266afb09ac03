/** Backend code, run: for callers, for machines, by the clock, and for tasks. */
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';
import type { Postbox } from '../inbox-mail.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerTasks } from '#ports/server/server.ts';
import * as v from 'valibot';
import { readableEntries, readEach, serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import { storedAs, storedNumber } from '../stored.ts';
import { createCalls } from './calls.ts';
import { answerHttp } from './http.ts';
import { Schedules, type ScheduleState } from './schedules.ts';
import { Tasks, type QueuedTask, type TaskState } from './tasks.ts';
import { functionsPayloads } from './payloads.ts';

export interface FunctionsService extends CloudService {
  readonly server: ServerTasks;
  /** Mail of backend code, by default into the inbox of a cloud with auth. */
  mailInto(postbox: Postbox | undefined): ServerMail | null;
  http(request: HttpRequest): Promise<HttpResponse>;
  /** Starts schedules and tasks. */
  start(): void;
  stop(): void;
}

interface FunctionsState {
  readonly schedules: ScheduleState;
  readonly tasks: TaskState;
}

const storedTime = storedAs<number>(storedNumber);
export const storedTask = storedAs<QueuedTask>(
  v.looseObject({ id: v.string(), name: v.string(), at: storedNumber, failures: storedNumber }),
);

export function createFunctionsService(platform: Platform): FunctionsService {
  const { call, stream } = createCalls(platform);
  const schedules = new Schedules(platform);
  const tasks = new Tasks(platform);
  let started = false;
  const start = () => {
    started = true;
    schedules.start();
    tasks.start();
  };
  const stop = () => {
    started = false;
    schedules.stop();
    tasks.stop();
  };
  const restore = (state: FunctionsState) => {
    const go = started;
    schedules.restore(state.schedules);
    tasks.restore(state.tasks);
    if (go) start();
  };
  return {
    name: 'functions',
    payloads: functionsPayloads,
    mailInto(postbox) {
      const { mail: given, origin = 'http://localhost' } = platform.options;
      if (given !== undefined) return given;
      const send = async (mail: OutgoingMail) =>
        (await import('../inbox-mail.ts')).sendToInbox(postbox, origin, mail);
      return { origin, outcomeOf: null, send };
    },
    requests: { call },
    topics: { stream },
    snapshot: (): FunctionsState => ({ schedules: schedules.snapshot(), tasks: tasks.snapshot() }),
    restore: (data) => restore(data as FunctionsState),
    records: serviceRecords(
      { schedule: schedules.part(), ...tasks.parts() },
      ({ schedule, task, done }, aside) =>
        restore({
          schedules: Object.fromEntries(readableEntries('schedule', schedule, aside, storedTime)),
          tasks: {
            waiting: readEach('task', task, aside, storedTask),
            done: readableEntries('done', done, aside, storedTime),
          },
        }),
    ),
    server: tasks,
    http: (request) => answerHttp(platform, request),
    start,
    stop,
  };
}
