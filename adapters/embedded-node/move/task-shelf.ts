/** Tasks of an embedded cloud: those that wait, and after them the ids of those that were done. */
import type { QueuedTask } from '#fakes/cloud/functions/tasks.ts';
import { storedTask } from '#fakes/cloud/functions/service.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedTask } from '#provider-kit/move/moved-records.ts';
import type { RecordStore } from './record-store.ts';
import { orderedRecord, orderedValue, recordShelf } from './record-shelf.ts';

export function recordTaskShelf(store: RecordStore): MoveShelf<MovedTask> {
  const waiting = recordShelf<MovedTask>(store, {
    service: 'functions',
    part: 'task',
    read(record, id) {
      const { order, value } = orderedValue(record);
      const { name, payload, at, failures } = storedTask(value);
      return { id, order, waiting: { name, payload, due: at, runs: failures }, doneAt: null };
    },
    write: recordsOf,
  });
  const done = recordShelf<MovedTask>(store, {
    service: 'functions',
    part: 'done',
    read(record, id) {
      const { order, value } = orderedValue(record);
      return { id, order, waiting: null, doneAt: Number(value) };
    },
    write: recordsOf,
  });
  return {
    async page(after) {
      const cursor = after ?? 'task/';
      const isDone = cursor.startsWith('done/');
      const from = cursor.slice('task/'.length) || null;
      const { records, next } = await (isDone ? done : waiting).page(from);
      if (next !== null) return { records, next: `${isDone ? 'done' : 'task'}/${next}` };
      return { records, next: isDone ? null : 'done/' };
    },
    get: async (keys) => [...(await waiting.get(keys)), ...(await done.get(keys))],
    write: (records, contentOf) => waiting.write(records, contentOf),
  };
}

function recordsOf({ id, order, waiting, doneAt }: MovedTask) {
  if (!waiting)
    return [
      { service: 'functions', key: `task/${id}`, value: undefined } as const,
      orderedRecord('functions', `done/${id}`, order, doneAt),
    ];
  const { name, payload, due, runs } = waiting;
  const task: QueuedTask = { id, name, payload, at: due, failures: runs };
  return [orderedRecord('functions', `task/${id}`, order, task)];
}
