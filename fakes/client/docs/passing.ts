/** Cache in memory of a client without storage: documents not in use are collected. */
import type { Keeping } from './keeping.ts';
import { Leftovers } from './leftovers.ts';
import type { Person } from './person.ts';

export function passing(person: Person): Keeping {
  const leftovers = new Leftovers(person);
  return {
    load: () => Promise.resolve(null),
    enter() {},
    leave: () => Promise.resolve(),
    send(start) {
      start();
      return () => {};
    },
    maySend: () => true,
    docChanged() {},
    answerChanged() {},
    answerClosed: ({ paths }) => leftovers.suspect(paths),
    answerDropped() {},
    answer: () => null,
    queued() {},
    settled() {},
    passes: (path) => leftovers.isUnheld(path),
    letGo: (paths) => leftovers.suspect(paths),
    rest: () => leftovers.rest(),
    tidy: () => leftovers.sweep(),
    watching() {},
    distrusted() {},
    clear() {
      person.forgetAll();
      return Promise.resolve(true);
    },
    dispose: () => Promise.resolve(),
  };
}
