/** Pages of the person's other teams. A script of its own, for who is in several. */
import { useQueries } from '@tanstack/react-query';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useServerDocument } from '../client/documents.ts';
import { usePort } from '#react/ports.tsx';
import { pageQueries } from './pages.ts';
import { useTeam } from './team.tsx';

/** Id of the first other team with a page that asks the signed-in member; `null` for none. An unreadable team counts as none. */
export function usePagingTeam(): string | null {
  const { team, user } = useTeam();
  const docs = usePort(docsToken);
  const profile = useServerDocument(documentPaths.user(user.uid), userProfileSchema);
  const others = Object.entries(profile.data?.value.teams ?? {}).filter(([id]) => id !== team.id);
  const pages = useQueries({
    queries: others.map(([teamId, role]) =>
      pageQueries.waitingForReader(docs, { teamId, userId: user.uid, seesAll: role === 'owner' }),
    ),
  });
  return others.find((_, index) => (pages[index]?.data?.items.length ?? 0) > 0)?.[0] ?? null;
}
