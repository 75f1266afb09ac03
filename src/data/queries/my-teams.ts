/** The teams that the signed-in person is in, for switching between them. */
import { teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { entity, useServerDocument } from '../client/documents.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';
import { useTeam } from './team.tsx';

export interface MyTeam {
  readonly id: string;
  readonly name: string;
  /** The screens are of this one. */
  readonly current: boolean;
}

/**
 * Teams by name; empty for a person in one team, who has nothing to switch to. A team whose record can't be read has its id for a
 * name.
 */
export function useMyTeams(): readonly MyTeam[] {
  const { team, user } = useTeam();
  const profile = useServerDocument(documentPaths.user(user.uid), userProfileSchema);
  const ids = Object.keys(profile.data?.value.teams ?? {}).toSorted();
  const others = ids.filter((id) => id !== team.id);
  const names = useTeamNames(others);
  if (others.length === 0) return [];
  const deleted = new Map<string, { readonly name: string }>(
    Object.entries(profile.data?.value.deletedTeams ?? {}),
  );
  return [team.id, ...others]
    .map((id) => ({
      id,
      name: id === team.id ? team.name : (names.get(id) ?? deleted.get(id)?.name ?? id),
      current: id === team.id,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Whether the person is in another team than the current one. False until that has been read. */
export function useHasOtherTeams(): boolean {
  const { user } = useTeam();
  const profile = useServerDocument(documentPaths.user(user.uid), userProfileSchema);
  return Object.keys(profile.data?.value.teams ?? {}).length > 1;
}

/** The names of teams, as far as their records have been read. */
function useTeamNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const docs = usePort(docsToken);
  const { data } = useLive<ReadonlyMap<string, string>>(
    ['team names', ...ids],
    ids.length === 0
      ? null
      : (push) => {
          let names: ReadonlyMap<string, string> = new Map();
          const ends = ids.map((id) =>
            docs.watch(documentPaths.team(id), {
              next: (doc) => {
                const name = entity(teamSchema, doc)?.value.name;
                if (name === undefined) return;
                names = new Map([...names, [id, name]]);
                push.next(names);
              },
              // An unreadable team has its id for a name; the others stay.
              error: () => undefined,
            }),
          );
          return () => {
            for (const end of ends) end();
          };
        },
  );
  return data ?? new Map<string, string>();
}
