/**
 * React's production build for tests, as in a browser: less than half the processor time of the development build. `NODE_ENV` is `production`
 * (vite.config.ts). The production build has no `act`, which @testing-library/react needs: this module adds one, and replaces the tasks of React's
 * scheduler by tasks that `act` runs at once. Must be imported before any other module that imports React. Components that only the development
 * build implements throw.
 */
import { createRequire } from 'node:module';

interface Task {
  run: ((late: boolean) => unknown) | null;
  /** 1: immediate, 3: normal, 5: idle. */
  readonly priority: number;
}

const require = createRequire(import.meta.url);
const reactRequire = createRequire(require.resolve('react-dom'));
const react = require('react') as object;
if ('captureOwnerStack' in react) throw new Error('React was loaded as its development build.');

const normal = 3;
let current = normal;
/** By priority, then age. Also run in a later turn, by themselves. */
const tasks: Task[] = [];
let scheduled = false;
let time = 0;

function add(task: Task): Task {
  const at = tasks.findIndex(({ priority }) => priority > task.priority);
  tasks.splice(at < 0 ? tasks.length : at, 0, task);
  if (!scheduled) {
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      runTasks();
    });
  }
  return task;
}

/** Whether there were any. */
function runTasks(): boolean {
  const any = tasks.length > 0;
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const { run, priority } = task;
    const outer = current;
    current = priority;
    try {
      const rest = run?.(false);
      if (typeof rest === 'function') add({ priority, run: () => rest(false) as unknown });
    } finally {
      current = outer;
    }
  }
  return any;
}

/** React's microtasks that have not run yet. React keeps the function of the time when it was loaded. */
const microtasks = new Set<() => void>();
let flushSync = (): void => undefined;
/** Errors of renders and effects that no boundary catches. */
const uncaught: unknown[] = [];
let depth = 0;

/** Renders and runs effects until nothing is left; throws the first uncaught error. Whether there was any work. */
function flush(): boolean {
  let any = false;
  for (let more = true; more; any ||= more) {
    more = microtasks.size > 0;
    for (const run of microtasks) run();
    flushSync();
    if (runTasks()) more = true;
  }
  const errors = uncaught.splice(0);
  if (errors.length > 0) throw errors[0];
  return any;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** As the `act` of React's development build. */
function act(run: () => unknown): PromiseLike<unknown> {
  const settled = async (value: unknown) => {
    depth += 1;
    try {
      const result = await value;
      do await nextTurn();
      while (flush());
      return result;
    } finally {
      depth -= 1;
    }
  };
  depth += 1;
  try {
    const result = run();
    if (result !== null && typeof result === 'object' && 'then' in result) return settled(result);
    flush();
    return Promise.resolve(result);
  } finally {
    depth -= 1;
  }
}

/** Within `act`, which throws the error; otherwise the run fails. */
function report(error: unknown): void {
  if (depth > 0) uncaught.push(error);
  else
    process.nextTick(() => {
      throw error;
    });
}

const missing = (name: string) =>
  function Missing(): never {
    throw new Error(
      `${name} has no effect in React’s production build: run the test in screens-development.`,
    );
  };

function install(): void {
  Object.assign(reactRequire('scheduler') as object, {
    unstable_scheduleCallback: (priority: number, run: Task['run']) => add({ priority, run }),
    unstable_cancelCallback: (task: Task) => {
      task.run = null;
    },
    unstable_shouldYield: () => false,
    unstable_requestPaint: () => undefined,
    // A second per call: React shows contents 300 ms after a placeholder at the earliest.
    unstable_now: () => (time += 1000),
    unstable_getCurrentPriorityLevel: () => current,
  });
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (run) => {
    const once = () => {
      if (microtasks.delete(once)) run();
    };
    microtasks.add(once);
    queueMicrotask(once);
  };
  ({ flushSync } = require('react-dom') as { flushSync(): void });
  const client = require('react-dom/client') as { createRoot(place: Element, options?: object): unknown };
  const { createRoot } = client;
  client.createRoot = (place, options) => createRoot(place, { onUncaughtError: report, ...options });
  globalThis.queueMicrotask = queueMicrotask;
  Object.assign(react, { act, Profiler: missing('Profiler'), StrictMode: missing('StrictMode') });
}

// This module runs before each test file; React's modules stay.
if (!('act' in react)) install();
