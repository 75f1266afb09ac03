/** Backend code, run: for callers, for machines, by the clock, and for tasks. */
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerTasks } from '#ports/server/server.ts';
import { serviceRecords, valuesOf } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import { createCalls } from './calls.ts';
import { answerHttp } from './http.ts';
import { Schedules, type ScheduleState } from './schedules.ts';
import { Tasks, type TaskState } from './tasks.ts';

export interface FunctionsService extends CloudService {
  readonly server: ServerTasks;
  http(request: HttpRequest): Promise<HttpResponse>;
  /** Starts schedules and tasks. */
  start(): void;
  stop(): void;
}

interface FunctionsState {
  readonly schedules: ScheduleState;
  readonly tasks: TaskState;
}

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
    requests: { call },
    topics: { stream },
    snapshot: (): FunctionsState => ({ schedules: schedules.snapshot(), tasks: tasks.snapshot() }),
    restore: (data) => restore(data as FunctionsState),
    records: serviceRecords({ schedule: schedules.part(), ...tasks.parts() }, ({ schedule, task, done }) =>
      restore({
        schedules: Object.fromEntries(schedule) as ScheduleState,
        tasks: { waiting: valuesOf(task), done: done as TaskState['done'] },
      }),
    ),
    server: tasks,
    http: (request) => answerHttp(platform, request),
    start,
    stop,
  };
}
