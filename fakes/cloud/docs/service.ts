/** The documents service: requests of clients, their streams, and the server's own door. */
import type { Query } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import { compileDocRules } from '../rules/rules.ts';
import type { CloudService, Platform, Session } from '../service.ts';
import { Database, type DocsData } from './database.ts';
import { callerOf, DocsGuard } from './guard.ts';
import { GuardedListens } from './guarded-listens.ts';
import { nearestOf, refuseNearest } from './nearest.ts';
import { planOf } from './plan.ts';
import type { DocsRequests, DocState, FindReply, StreamRequest } from './protocol.ts';
import { createServerDocs } from './server-docs.ts';
import type { StoredDoc } from './store.ts';

export interface DocsService extends CloudService {
  readonly server: ServerDocs;
  /** What a document holds, for rules that ask. */
  read(path: string): DocData | null;
}

type Handlers = {
  readonly [operation in keyof DocsRequests]: (
    payload: DocsRequests[operation]['payload'],
    session: Session,
  ) => DocsRequests[operation]['reply'];
};

const stateOf = ({ path, data, version }: StoredDoc): DocState => ({ path, data, version });

export function createDocsService(platform: Platform): DocsService {
  const database: Database = new Database(platform, (changes) => listens?.changed(changes) ?? (() => {}));
  const source = platform.options.rules?.firestore;
  const guard =
    source === undefined
      ? null
      : new DocsGuard(compileDocRules(source), database, (refusal, caller) =>
          platform.refused(refusal, caller),
        );
  const listens = guard && new GuardedListens(guard, database.hub);
  const requests: Handlers = {
    get({ path }, session) {
      guard?.read({ doc: path }, callerOf(session));
      const doc = database.get(path);
      const epoch = database.currentEpoch();
      if (!doc) return { epoch, path, data: null, version: database.currentVersion(), seen: null };
      return { epoch, ...stateOf(doc), seen: doc.version };
    },
    find({ query }, session) {
      guard?.read({ plan: planOf(query) }, callerOf(session));
      return {
        epoch: database.currentEpoch(),
        version: database.currentVersion(),
        ...answerTo(query, database.find(query)),
      };
    },
    aggregate({ query, aggregates }, session) {
      guard?.read({ plan: planOf(query) }, callerOf(session));
      return database.aggregate(query, aggregates);
    },
    commit: (request, session) =>
      database.accept(
        request,
        session.id,
        guard ? (proposal) => guard.commit(proposal, callerOf(session)) : undefined,
      ),
    listen(request, session) {
      const { target, what } = request;
      if ('query' in what) refuseNearest(what.query, 'followed');
      const listen = () =>
        database.hub.listen(session.id, request, 'query' in what ? database.plan(what.query) : null);
      if (listens)
        listens.listen(session, target, 'doc' in what ? what : { plan: planOf(what.query) }, listen);
      else listen();
      return null;
    },
    unlisten({ target }, session) {
      listens?.unlisten(session.id, target);
      database.hub.unlisten(session.id, target);
      return null;
    },
  };
  return {
    name: 'docs',
    requests,
    topics: {
      stream({ queue, resumable }: StreamRequest, session, sink) {
        if (resumable) database.hub.remember();
        const close = database.hub.connect(session.id, sink, queue, database.lastAccepted(queue));
        const forget = listens?.connect(session);
        return () => {
          close();
          forget?.();
        };
      },
    },
    identified: (session) => listens?.identified(session),
    snapshot: () => database.snapshot(),
    restore(data) {
      listens?.clear();
      database.restore(data as DocsData);
    },
    records: {
      ...database.records,
      restore(entries) {
        listens?.clear();
        database.records.restore(entries);
      },
    },
    server: createServerDocs(database, platform.clock),
    read: (path) => database.get(path)?.data ?? null,
  };
}

function answerTo({ nearest }: Query, docs: readonly StoredDoc[]): Pick<FindReply, 'docs' | 'distances'> {
  if (!nearest) return { docs: docs.map(stateOf) };
  const found = nearestOf(docs, nearest);
  return { docs: found.map(({ doc }) => stateOf(doc)), distances: found.map(({ distance }) => distance) };
}
