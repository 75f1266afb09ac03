/** The team's audit, newest first, in pages. */
import { auditEntrySchema, type AuditEntry } from '#domain/audit/schema.ts';
import { fromReadableDocument, storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { type Docs, docsToken } from '#ports/docs/docs.ts';
import { documentId, limit, orderBy, query, startAfter, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { usePort } from '#react/ports.tsx';
import type { Reader } from '../client/visible.ts';
import { useTeam, useTeamQuery } from './team.tsx';

/** Entries of one page. */
export const auditPage = 50;
/** Entries of one request of an export, and of all of them. */
const exportPortion = 500;
export const exportMost = 20_000;

export interface AuditQuery {
  readonly by: string | null;
  readonly command: string | null;
  readonly about: string | null;
  /** Epoch milliseconds: included, and no longer included. */
  readonly fromAt: number | null;
  readonly untilAt: number | null;
  readonly automatic: boolean;
}

/** The entry after which a page begins. */
export type AuditPlace = Pick<AuditEntry, 'createdAt' | 'id'>;

function entries(
  teamId: string,
  { by, command, about, fromAt, untilAt, automatic }: AuditQuery,
  after: AuditPlace | null,
  count: number,
) {
  const collection = collectionPaths.audit(teamId);
  const [kind, id] = about?.split(':') ?? [];
  return query(
    collection,
    ...(automatic ? [] : [where('automatic', '==', false)]),
    ...(by === null ? [] : [where('createdBy', '==', by)]),
    ...(command === null ? [] : [where('command', '==', command)]),
    ...(about === null
      ? []
      : [kind === 'incident' ? where('incidentId', '==', id ?? '') : where('about', '==', about)]),
    ...(fromAt === null ? [] : [where('createdAt', '>=', storedTime(fromAt))]),
    ...(untilAt === null ? [] : [where('createdAt', '<', storedTime(untilAt))]),
    orderBy('createdAt', 'desc'),
    orderBy(documentId, 'desc'),
    ...(after === null ? [] : [startAfter([storedTime(after.createdAt), after.id])]),
    limit(count),
  );
}

/** A live page: on the first one new entries appear by themselves. An entry beyond the page's size shows that there is another page. */
export const useAuditPage = (asked: AuditQuery, after: AuditPlace | null) =>
  useTeamQuery((docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, entries(teamId, asked, after, auditPage + 1), auditEntrySchema),
  );

/** Entries of the filter, at most `exportMost`, from the server. */
export function useAuditExport(): (asked: AuditQuery) => Promise<readonly AuditEntry[]> {
  const docs = usePort(docsToken);
  const { team } = useTeam();
  return async (asked) => {
    const all: AuditEntry[] = [];
    let after: AuditPlace | null = null;
    while (all.length < exportMost) {
      const found: Awaited<ReturnType<Docs['find']>> = await docs.find(
        entries(team.id, asked, after, exportPortion),
        { source: 'server' },
      );
      const read = found.docs.flatMap((doc) => fromReadableDocument(auditEntrySchema, doc) ?? []);
      all.push(...read);
      after = read.at(-1) ?? null;
      if (found.docs.length < exportPortion || after === null) return all;
    }
    return all;
  };
}
