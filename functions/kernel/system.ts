/**
 * Reads and writes of the server itself (ticks, signals, consequences of a change), past the guard. Modules of commands may import
 * neither this one nor `unit-of-work.ts`: a test looks.
 */
import { teamCollections } from '#api/collection-names.ts';
import type { Query } from '#ports/docs/query.ts';
import type { CommandWork, Guarded } from './guard.ts';
import { UnitOfWork } from './unit-of-work.ts';

const works = new WeakMap<CommandWork, UnitOfWork>();
const guardedPath = /^teams\/[^/]+\/(?:incidents|alerts|pages)(?:\/|$)/u;

/** Collections of incidents, alerts and pages, and those below them: also as groups. */
const guardedGroups: ReadonlySet<string> = new Set(
  ['incidents', 'alerts', 'pages'].flatMap((name) => [name, ...(teamCollections.get(name) ?? [])]),
);

/** The transaction for a command's own part. */
export function commandWork(work: UnitOfWork): CommandWork {
  const free = (path: string): string => {
    if (guardedPath.test(path)) throw new TypeError(`A command reaches ${path} through its session only.`);
    return path;
  };
  const freeQuery = ({ collection, group }: Query): void => {
    if (group === true && guardedGroups.has(collection))
      throw new TypeError(`A command finds ${collection} of all incidents through its session only.`);
    free(collection);
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
    getReadable: async (schema, path) => work.getReadable(schema, free(path)),
    isUnreadable: (path) => work.isUnreadable(path),
    find: async (schema, query) => {
      freeQuery(query);
      return work.find(schema, query);
    },
    findAll: async (schema, query) => {
      freeQuery(query);
      return work.findAll(schema, query);
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
