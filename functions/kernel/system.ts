/**
 * Reads and writes of the server itself (ticks, signals, consequences of a change), past the guard. Modules of commands may not import
 * this one: a test looks.
 */
import type { CommandWork, Guarded } from './guard.ts';
import { UnitOfWork } from './unit-of-work.ts';

const works = new WeakMap<CommandWork, UnitOfWork>();
const guardedPath = /^teams\/[^/]+\/(?:incidents|alerts|pages)(?:\/|$)/u;

/** The transaction for a command's own part. */
export function commandWork(work: UnitOfWork): CommandWork {
  const free = (path: string): string => {
    if (guardedPath.test(path)) throw new TypeError(`A command reaches ${path} through its session only.`);
    return path;
  };
  const limited: CommandWork = {
    get now() {
      return work.now;
    },
    settings: work.settings,
    newId: () => work.newId(),
    newSecret: () => work.newSecret(),
    beforeCommit: (condition) => work.beforeCommit(condition),
    afterCommit: (effect) => work.afterCommit(effect),
    get: async (schema, path) => work.get(schema, free(path)),
    find: async (schema, query) => {
      free(query.collection);
      return work.find(schema, query);
    },
    save: (path, entity) => work.save(free(path), entity),
    remove: (path) => work.remove(free(path)),
  };
  works.set(limited, work);
  return limited;
}

/** The whole transaction behind a command's. */
export function unitOfWorkOf(work: CommandWork | UnitOfWork): UnitOfWork {
  if (work instanceof UnitOfWork) return work;
  const whole = works.get(work);
  if (whole === undefined) throw new TypeError('This transaction was made by nobody here.');
  return whole;
}

/** Marks an entity that the server has loaded for itself. */
export const asGuarded = <T>(entity: T): Guarded<T> => entity as Guarded<T>;
