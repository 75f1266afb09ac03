/** Open views of a screen: the live queries of Muster's screens by name, each with its last snapshot or error. */
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import { teamId } from '../team.ts';

export type ViewRequest =
  | { readonly path: string }
  | { readonly query: Query }
  | { readonly realtime: string };

export interface View {
  readonly asked: ViewRequest;
  /** Undefined until something has come. */
  docs?: readonly DocSnapshot[];
  fromCache?: boolean;
  error?: PortError;
}

export class Views {
  readonly open = new Map<string, View>();
  private readonly client: EmbeddedClient;
  private readonly ends = new Map<string, () => void>();
  private readonly failed: (name: string, asked: ViewRequest, error: PortError) => void;

  constructor(client: EmbeddedClient, failed: (name: string, asked: ViewRequest, error: PortError) => void) {
    this.client = client;
    this.failed = failed;
  }

  /** Opens the requested views and closes the others. */
  show(kind: string, asked: Readonly<Record<string, ViewRequest>>): void {
    for (const name of this.open.keys())
      if (name.startsWith(`${kind}/`) && !Object.hasOwn(asked, name.slice(kind.length + 1))) this.end(name);
    for (const [name, one] of Object.entries(asked))
      if (!this.open.has(`${kind}/${name}`)) this.start(`${kind}/${name}`, one);
  }

  /** Documents in the last snapshot of a view. */
  docs(name: string): readonly DocSnapshot[] {
    return this.open.get(name)?.docs ?? [];
  }

  endAll(): void {
    for (const name of [...this.open.keys()]) this.end(name);
  }

  private end(name: string): void {
    this.open.delete(name);
    this.ends.get(name)?.();
    this.ends.delete(name);
  }

  private start(name: string, asked: ViewRequest): void {
    const view: View = { asked };
    this.open.set(name, view);
    const error = (failure: PortError) => {
      view.error = failure;
      this.failed(name, asked, failure);
    };
    const { docs, realtime } = this.client;
    const options = { includeMetadataChanges: true, serverTimestamps: 'estimate' } as const;
    const next = (found: readonly DocSnapshot[], fromCache: boolean) => {
      view.docs = found;
      view.fromCache = fromCache;
    };
    this.ends.set(
      name,
      'path' in asked
        ? docs.watch(asked.path, { next: (doc) => next([doc], doc.metadata.fromCache), error }, options)
        : 'query' in asked
          ? docs.watchQuery(
              asked.query,
              { next: (found) => next(found.docs, found.metadata.fromCache), error },
              options,
            )
          : realtime.watch(asked.realtime, { next: () => {}, error }),
    );
  }
}

/** View of everyone signed in. */
export const profileView = (uid: string): Readonly<Record<string, ViewRequest>> => ({
  profile: { path: documentPaths.user(uid) },
});

/** Queries as in `src/data/client/visible.ts`: owners all; everyone else what is not private, and what they are in. */
function visible(
  { uid, owner }: Viewer,
  name: string,
  collection: string,
  parts: Parts,
  ofOpen: Parts = [],
): Readonly<Record<string, ViewRequest>> {
  if (owner) return { [name]: { query: query(collection, ...ofOpen, ...parts) } };
  return {
    [name]: { query: query(collection, where('private', '==', false), ...ofOpen, ...parts) },
    [`${name}-mine`]: { query: query(collection, where('people', 'array-contains', uid), ...parts) },
  };
}

type Parts = Parameters<typeof query>[1][];

export interface Viewer {
  readonly uid: string;
  readonly owner: boolean;
}

/** Views of a member: the frame, the home screen and the lists. */
export function teamViews(viewer: Viewer): Readonly<Record<string, ViewRequest>> {
  const { uid } = viewer;
  const newest = [orderBy('number', 'desc'), limit(100)];
  const said = [orderBy('lastAt', 'desc'), limit(100)];
  const asking = [where('status', '==', 'notifying'), orderBy('createdAt')];
  const forMe = [where('waitingFor', 'array-contains', uid)];
  return {
    ...visible(viewer, 'incidents', collectionPaths.incidents(teamId), newest),
    ...visible(viewer, 'alerts', collectionPaths.alerts(teamId), said),
    ...visible(viewer, 'pages', collectionPaths.pages(teamId), asking, forMe),
    team: { path: documentPaths.team(teamId) },
    me: { path: documentPaths.member(teamId, uid) },
    people: { query: query(collectionPaths.members(teamId), orderBy('displayName')) },
    devices: { query: query(collectionPaths.devices(teamId), where('userId', '==', uid)) },
  };
}

/** Views of an incident's room. */
export function roomViews(viewer: Viewer, incidentId: string): Readonly<Record<string, ViewRequest>> {
  const here = where('incidentId', '==', incidentId);
  return {
    incident: { path: documentPaths.incident(teamId, incidentId) },
    timeline: {
      query: query(collectionPaths.timeline(teamId, incidentId), orderBy('createdAt'), orderBy('sequence')),
    },
    tasks: { query: query(collectionPaths.tasks(teamId, incidentId), orderBy('createdAt')) },
    files: { query: query(collectionPaths.attachments(teamId, incidentId), orderBy('createdAt')) },
    ...visible(viewer, 'pages', collectionPaths.pages(teamId), [here, orderBy('createdAt')]),
    ...visible(viewer, 'alerts', collectionPaths.alerts(teamId), [here, orderBy('firstAt')]),
    presence: { realtime: realtimePaths.room(teamId, incidentId) },
  };
}
