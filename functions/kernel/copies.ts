/**
 * Keeps the copies of an incident's privacy on its alerts and pages. Runs once per transaction, when all is decided, on whatever
 * has changed: no command has to think of it. A copy that was right stays right unless its document moved to another incident or
 * the incident's privacy changed, so a change in a public incident reads nothing more.
 */
import type * as v from 'valibot';
import { alertSchema } from '#domain/alert/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import type { Privacy } from '#domain/incident/privacy-schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { privacyOf, samePrivacy } from '#domain/incident/privacy.ts';
import { query, where, type Query } from '#ports/docs/query.ts';

/** A transaction's worth of changes, before they are written. */
export interface Changes {
  /** Changed documents by path, as they will be written; `null`: deleted. */
  readonly changed: ReadonlyMap<string, object | null>;
  /** Stored value at the first read; undefined: a new one. */
  original(path: string): object | undefined;
  get<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null>;
  getReadable<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null>;
  isUnreadable(path: string): boolean;
  find<S extends v.GenericSchema>(schema: S, query: Query): Promise<v.InferOutput<S>[]>;
  findAll<S extends v.GenericSchema>(schema: S, query: Query): Promise<v.InferOutput<S>[]>;
  save(path: string, entity: object): void;
  remove(path: string): void;
}

interface Copying extends Privacy {
  readonly id: string;
  readonly teamId: string;
  readonly revision: number;
  readonly incidentId: string | null;
  /** Of a page: who it asks. */
  readonly waitingFor?: readonly string[];
}

const kinds = [
  { schema: alertSchema, collection: collectionPaths.alerts, path: documentPaths.alert },
  { schema: pageSchema, collection: collectionPaths.pages, path: documentPaths.page },
] as const;

const place = /^teams\/[^/]+\/(alerts|pages|incidents)\/[^/]+$/u;

export async function keepCopies(changes: Changes): Promise<void> {
  const incidents: Incident[] = [];
  const copying: (readonly [path: string, entity: Copying])[] = [];
  for (const [path, entity] of changes.changed) {
    if (entity === null) continue;
    const kind = place.exec(path)?.[1];
    if (kind === 'incidents') incidents.push(entity as Incident);
    else if (kind !== undefined) copying.push([path, entity as Copying]);
  }
  for (const one of incidents)
    if (privacyChanged(changes, one)) copying.push(...(await belongingTo(changes, one)));
  for (const [path, entity] of copying) await copy(changes, path, entity);
}

function privacyChanged(changes: Changes, after: Incident): boolean {
  const before = changes.original(documentPaths.incident(after.teamId, after.id)) as Incident | undefined;
  // A new incident has only documents that this transaction has changed.
  return before !== undefined && !samePrivacy(privacyOf(before), privacyOf(after));
}

/** Whether a person has lost the permission to read the incident. */
function takesAccess(changes: Changes, after: Incident): boolean {
  const before = changes.original(documentPaths.incident(after.teamId, after.id)) as Incident | undefined;
  if (before === undefined || !after.private) return false;
  const { people } = privacyOf(after);
  return !before.private || privacyOf(before).people.some((userId) => !people.includes(userId));
}

/**
 * Alerts and pages of an incident, but for those that this transaction has changed. Where access is taken none may be passed over: it
 * would stay readable. Where it is given, one that can't be read stays as it is, so that it stops no page.
 */
async function belongingTo(changes: Changes, incident: Incident): Promise<[string, Copying][]> {
  const { teamId, id } = incident;
  const found: [string, Copying][] = [];
  const isTaking = takesAccess(changes, incident);
  for (const { schema, collection, path } of kinds) {
    const linked = query(collection(teamId), where('incidentId', '==', id));
    const copies = isTaking ? await changes.findAll(schema, linked) : await changes.find(schema, linked);
    for (const one of copies) {
      const at = path(teamId, one.id);
      if (!changes.changed.has(at)) found.push([at, one]);
    }
  }
  return found;
}

async function copy(changes: Changes, path: string, entity: Copying): Promise<void> {
  const right = await rightFor(changes, path, entity);
  if (samePrivacy(entity, right)) return;
  // A change of its own has given it a new revision already.
  const revision = changes.changed.has(path) ? entity.revision : entity.revision + 1;
  changes.save(path, { ...entity, ...right, revision });
}

async function rightFor(changes: Changes, path: string, entity: Copying): Promise<Privacy> {
  const { teamId, incidentId } = entity;
  if (incidentId === null) return privacyOf(null);
  const before = changes.original(path) as Copying | undefined;
  const incidentPath = documentPaths.incident(teamId, incidentId);
  if (before?.incidentId === incidentId && !changes.changed.has(incidentPath)) {
    const isClosed = before.private && !isListed(before.people, entity);
    // Recipients of a private incident's page have joined the room by now, unless the incident can't be read.
    return isClosed ? closedTo(before.people, entity) : before;
  }
  const incident = await changes.getReadable(incidentSchema, incidentPath);
  return changes.isUnreadable(incidentPath) ? closedTo([], entity) : privacyOf(incident);
}

const isListed = (people: readonly string[], { waitingFor = [] }: Copying): boolean =>
  waitingFor.every((userId) => people.includes(userId));

/** The incident's privacy is unknown: only the page's recipients may read it. */
const closedTo = (people: readonly string[], { waitingFor = [] }: Copying): Privacy => ({
  private: true,
  people: [...new Set([...people, ...waitingFor])],
});
