/** Documents that the server could not work with, for admins. */
import { setAsideSchema } from '#domain/set-aside/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { useDocuments } from '../client/documents.ts';
import { links } from '../links.ts';
import { useMay, useTeam } from './team.tsx';

/** Records set aside, oldest first. Nothing is read without the permission `configure`. */
export function useSetAside() {
  const { team } = useTeam();
  const may = useMay()('configure');
  return useDocuments(
    may.allowed ? query(collectionPaths.setAside(team.id), orderBy('createdAt')) : null,
    setAsideSchema,
  );
}

/** Address of the list of unusable documents for an admin; null for everyone else. */
export function useWhichHref(): string | null {
  return useMay()('configure').allowed ? links.diagnostics() : null;
}
