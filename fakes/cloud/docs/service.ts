/** The documents service: requests of clients, their streams, and the server's own door. */
import type { Query } from '#ports/docs/query.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import type { CloudService, Platform, Session } from '../service.ts';
import { Database, type DocsData } from './database.ts';
import { nearestOf, refuseNearest } from './nearest.ts';
import type { Plan } from './plan.ts';
import type { DocsRequests, DocState, FindReply, StreamRequest } from './protocol.ts';
import { createServerDocs } from './server-docs.ts';
import type { StoredDoc } from './store.ts';

export interface DocsService extends CloudService {
  readonly server: ServerDocs;
}

type Handlers = {
  readonly [operation in keyof DocsRequests]: (
    payload: DocsRequests[operation]['payload'],
    session: Session,
  ) => DocsRequests[operation]['reply'];
};

const stateOf = ({ path, data, version }: StoredDoc): DocState => ({ path, data, version });

export function createDocsService(platform: Platform): DocsService {
  const database = new Database(platform);
  const requests: Handlers = {
    get({ path }) {
      const doc = database.get(path);
      const epoch = database.currentEpoch();
      if (!doc) return { epoch, path, data: null, version: database.currentVersion(), seen: null };
      return { epoch, ...stateOf(doc), seen: doc.version };
    },
    find: ({ query }) => ({
      epoch: database.currentEpoch(),
      version: database.currentVersion(),
      ...answerTo(query, database.find(query)),
    }),
    aggregate: ({ query, aggregates }) => database.aggregate(query, aggregates),
    commit: (request, session) => database.accept(request, session.id),
    listen(request, session) {
      const plan = 'query' in request.what ? planToFollow(database, request.what.query) : null;
      database.hub.listen(session.id, request, plan);
      return null;
    },
    unlisten({ target }, session) {
      database.hub.unlisten(session.id, target);
      return null;
    },
  };
  return {
    name: 'docs',
    requests,
    topics: {
      stream: ({ queue }: StreamRequest, session, sink) => database.hub.connect(session.id, sink, queue),
    },
    snapshot: () => database.snapshot(),
    restore: (data) => database.restore(data as DocsData),
    server: createServerDocs(database, platform.clock),
  };
}

function planToFollow(database: Database, query: Query): Plan {
  refuseNearest(query, 'followed');
  return database.plan(query);
}

function answerTo({ nearest }: Query, docs: readonly StoredDoc[]): Pick<FindReply, 'docs' | 'distances'> {
  if (!nearest) return { docs: docs.map(stateOf) };
  const found = nearestOf(docs, nearest);
  return { docs: found.map(({ doc }) => stateOf(doc)), distances: found.map(({ distance }) => distance) };
}
