/** Documents in PostgreSQL as backend code sees them. */
import { PortError } from '#ports/errors.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import { serverDocsOver, type TransactionReads } from '#query/server-docs.ts';
import { type PostgresDocs, answerVersions } from './postgres-docs.ts';
import { checkedPath, checkedQuery, checkedWrite } from './limits.ts';

export function postgresServerDocs(store: PostgresDocs, clock: Clock, random: Random): ServerDocs {
  return serverDocsOver(
    {
      get: (path) => store.get(path, 'server'),
      find: (query) => store.find(query, 'server'),
      async commit(writes, { docs, answers }: TransactionReads) {
        if (writes.length === 0 && docs.size === 0 && answers.length === 0) return true;
        const expects = Array.from(docs, ([path, doc]) => ({ path, version: doc?.version ?? null }));
        const before = answers.map((answer) => ({
          query: answer.query,
          versions: answerVersions(answer.docs),
        }));
        const commit = { id: `server ${random.id()}`, queue: null, writes, expects };
        try {
          await store.commit(commit, 'server', before);
          return true;
        } catch (error) {
          if (error instanceof PortError && conflicts.has(error.code) && before.length + expects.length > 0)
            return false;
          throw error;
        }
      },
    },
    { clock, random, checks: { path: checkedPath, query: checkedQuery, write: checkedWrite } },
  );
}

const conflicts: ReadonlySet<string> = new Set(['failed-precondition', 'already-exists', 'aborted']);
