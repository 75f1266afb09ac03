/** The documents service: requests of clients, their streams, and the server's own door. */
import type { Query } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import type { DocState } from '#query/doc-state.ts';
import { nearestOf, rejectNearest } from '#query/nearest.ts';
import type { StoredDoc } from '#query/store.ts';
import type { DocRules } from '#firebase-rules/rules/decisions.ts';
import type { CloudService, Platform } from '../service.ts';
import type { Session } from '../session.ts';
import type { Proposal } from './commit.ts';
import { DocDatabase, type DocsData } from './database.ts';
import type { ReadIndexes } from './declared-indexes.ts';
import { dataForRules } from './exact-forms.ts';
import { callerOf, DocsGuard } from './guard.ts';
import { GuardedListens } from './guarded-listens.ts';
import { collectionsBelow, documentsOf } from './listing.ts';
import { docsPayloads } from './payloads.ts';
import { plainAccepted, plainDoc, plainNumbers, plainSink } from './plain-replies.ts';
import type { DocsRequests, FindReply, StreamRequest } from './protocol.ts';
import { createServerDocs } from './server-docs.ts';
import type { docBlocks } from './stored-block.ts';

export interface DocsService extends CloudService {
  readonly server: ServerDocs;
  /** Content of a document, for rules of other services. */
  read(path: string): DocData | null;
  /** Replaces the rules, also for open listens. */
  publishRules(rules: DocRules): void;
  /** Removes every document and notifies listeners. */
  clear(): void;
}

type Handlers = {
  readonly [operation in keyof DocsRequests]: (
    payload: DocsRequests[operation]['payload'],
    session: Session,
  ) => DocsRequests[operation]['reply'];
};

const stateOf = ({ path, data, version }: StoredDoc): DocState => ({ path, data, version });

/** `readIndexes`: checks that the declared indexes serve each query. Default: every query is served. `blocks`: documents may be stored in blocks. */
export function createDocsService(
  platform: Platform,
  readIndexes: ReadIndexes | null = null,
  blocks: typeof docBlocks | null = null,
): DocsService {
  const database: DocDatabase = new DocDatabase(
    platform,
    (changes) => listens.changed(changes),
    readIndexes,
    blocks,
  );
  const guard = new DocsGuard(database, (refusal, caller) =>
    platform.denial('permission-denied', refusal, caller),
  );
  const listens: GuardedListens = new GuardedListens(guard, database.hub);
  const requests: Handlers = {
    get({ path }, session) {
      guard.readBy({ doc: path }, session);
      const doc = database.get(path);
      const epoch = database.currentEpoch();
      if (!doc) return { epoch, path, data: null, version: database.currentVersion(), seen: null };
      const state = session.exact ? stateOf(doc) : plainDoc(stateOf(doc));
      return { epoch, ...state, seen: doc.version };
    },
    find({ query }, session) {
      guard.readBy({ plan: database.planOf(query) }, session);
      return {
        epoch: database.currentEpoch(),
        version: database.currentVersion(),
        ...answerTo(query, database.find(query), session),
      };
    },
    aggregate({ query, aggregates }, session) {
      guard.readBy({ plan: database.planOf(query) }, session);
      const values = database.aggregate(query, aggregates);
      return session.exact ? (values as Readonly<Record<string, number | null>>) : plainNumbers(values);
    },
    commit(request, session) {
      const authorize = guard.hasRules()
        ? (proposal: Proposal) => guard.commit(proposal, callerOf(session))
        : undefined;
      const accepted = database.accept(request, session.id, authorize);
      return session.exact ? accepted : plainAccepted(accepted);
    },
    listen(request, session) {
      const { target, what } = request;
      if ('query' in what) rejectNearest(what.query);
      const listen = () =>
        database.hub.listen(session.id, request, 'query' in what ? database.plan(what.query) : null);
      listens.listen(session, target, 'doc' in what ? what : { plan: database.planOf(what.query) }, listen);
      return null;
    },
    collections({ parent }, session) {
      guard.administer('list collections', session);
      return collectionsBelow(database.collections(), parent);
    },
    documents({ collection }, session) {
      guard.administer('list documents that are missing', session);
      return documentsOf(database, collection).map((state) => (session.exact ? state : plainDoc(state)));
    },
    unlisten({ target }, session) {
      listens.unlisten(session.id, target);
      database.hub.unlisten(session.id, target);
      return null;
    },
  };
  return {
    name: 'docs',
    payloads: docsPayloads,
    requests,
    topics: {
      stream({ queue, resumable }: StreamRequest, session, sink) {
        if (resumable) database.hub.remember();
        const told = session.exact ? sink : plainSink(sink);
        const close = database.hub.connect(session.id, told, queue, database.lastAccepted(queue));
        const forget = listens.connect(session);
        return () => {
          close();
          forget();
        };
      },
    },
    identified: (session) => listens.identified(session),
    snapshot: () => database.snapshot(),
    restore(data) {
      listens.clear();
      database.restore(data as DocsData);
    },
    records: {
      ...database.records,
      restore(entries) {
        listens.clear();
        return database.records.restore(entries);
      },
    },
    server: createServerDocs(database, platform.clock),
    publishRules(rules) {
      guard.publish(rules);
      listens.reviewAll();
    },
    clear: () => database.clear(),
    read(path) {
      const data = database.get(path)?.data;
      return data ? dataForRules(data) : null;
    },
  };
}

function answerTo(
  { nearest }: Query,
  docs: readonly StoredDoc[],
  { exact }: Session,
): Pick<FindReply, 'docs' | 'distances'> {
  const states = (list: readonly StoredDoc[]) =>
    exact ? list.map(stateOf) : list.map((doc) => plainDoc(stateOf(doc)));
  if (!nearest) return { docs: states(docs) };
  const found = nearestOf(docs, nearest);
  return {
    docs: states(found.map(({ doc }) => doc)),
    distances: found.map(({ distance }) => distance),
  };
}
