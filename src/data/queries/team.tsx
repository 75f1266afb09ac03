/** The team a signed-in person looks at, and who they are in it. */
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import { system } from '#domain/base.ts';
import { formerMemberSchema, formerName } from '#domain/team/former-member.ts';
import { memberSchema, teamSchema, type Member, type Team } from '#domain/team/schema.ts';
import { userProfileSchema, type UserProfile } from '#domain/team/user-profile.ts';
import { type CommandName, mayRun, type MayRunArguments } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { may, type Action, type Subject, type Verdict } from '#domain/permissions.ts';
import { type Docs, docsToken } from '#ports/docs/docs.ts';
import { limit, orderBy, query } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import type { User } from '#ports/auth/auth.ts';
import { documentsOptions, useServerDocument } from '../client/documents.ts';
import { type LiveQueryOptions, usePushed } from '#react/live-query.ts';
import type { Reader } from '../client/visible.ts';
import { usePort } from '#react/ports.tsx';
import { useView, type ViewFailure } from '../client/view.ts';

export interface TeamContextValue {
  readonly team: Team;
  readonly me: Member;
  readonly user: User;
}

const TeamContext = createContext<TeamContextValue | null>(null);

export function TeamProvider({
  value,
  children,
}: {
  readonly value: TeamContextValue;
  readonly children: ReactNode;
}) {
  return <TeamContext value={value}>{children}</TeamContext>;
}

export function useTeam(): TeamContextValue {
  const value = use(TeamContext);
  if (!value) throw new Error('This screen is used outside TeamProvider.');
  return value;
}

/** `null` outside a team. */
export const useTeamIfAny = (): TeamContextValue | null => use(TeamContext);

/** Live query of the team. */
export function useTeamQuery<T>(
  options: (docs: Docs, reader: Reader) => LiveQueryOptions<T>,
): UseQueryResult<T, PortError> {
  return usePushed(options(usePort(docsToken), useReader()));
}

/** The person as a reader of the team's lists. */
export function useReader(): Reader {
  const { team, me } = useTeam();
  return { teamId: team.id, userId: me.id, seesAll: me.role === 'owner' };
}

export type TeamAccess =
  | { readonly status: 'loading' }
  /** `others` are teams that may still open. */
  | { readonly status: 'failed'; readonly error: unknown; readonly others: readonly string[] }
  /** The team that was asked for does not exist, or the person is not in it: which of the two is not known here. */
  | { readonly status: 'not-in-team' }
  /** The team was deleted, and can still be restored. `others` are teams that may be opened. */
  | { readonly status: 'deleted'; readonly team: DeletedTeam; readonly others: readonly string[] }
  /** Signed in, but in no team yet. */
  | { readonly status: 'none'; readonly profile: UserProfile | null }
  | { readonly status: 'ready'; readonly value: TeamContextValue };

export interface DeletedTeam {
  readonly id: string;
  readonly name: string;
  readonly deletedAt: number;
  /** Name of the owner who deleted it. */
  readonly byName: string;
  /** I own it, and may restore it. */
  readonly mine: boolean;
}

export interface WantedTeam {
  /** Required team; no other is opened. */
  readonly asked: string | null;
  /** Preferred team, if none is required and the person is in it. */
  readonly preferred: string | null;
}

/** Access to the person's team: the required one, else the preferred one, else the first by id. */
export function useTeamAccess(user: User, { asked, preferred }: WantedTeam): TeamAccess {
  const profile = useServerDocument(documentPaths.user(user.uid), userProfileSchema);
  const teams = teamsOf(profile.data?.value);
  const deleted = deletedOf(profile.data?.value);
  const kept = teams.filter((id) => !deleted.has(id));
  const first = preferred !== null && kept.includes(preferred) ? preferred : (kept[0] ?? teams[0]);
  const wanted = asked ?? first;
  const gone = deleted.get(wanted ?? '');
  const teamId = wanted !== undefined && kept.includes(wanted) ? wanted : null;
  const found = useServerDocument(teamId && documentPaths.team(teamId), teamSchema);
  const me = useServerDocument(teamId && documentPaths.member(teamId, user.uid), memberSchema);

  const team = found.data?.value;
  const member = me.data?.value;
  // The same object until one of them changes: every screen reads it.
  const value = useMemo(() => (team && member ? { team, me: member, user } : null), [team, member, user]);

  if (gone) return { status: 'deleted', team: gone, others: kept };
  const error = profile.error ?? found.error ?? me.error;
  if (error) return { status: 'failed', error, others: teams.filter((id) => id !== teamId) };
  if (profile.data === undefined) return { status: 'loading' };
  if (teams.length === 0) return { status: 'none', profile: profile.data?.value ?? null };
  if (teamId === null) return { status: 'not-in-team' };
  return value ? { status: 'ready', value } : { status: 'loading' };
}

const deletedOf = (profile: UserProfile | undefined): ReadonlyMap<string, DeletedTeam> => {
  const roles = new Map<string, string>(Object.entries(profile?.teams ?? {}));
  return new Map(
    Object.entries(profile?.deletedTeams ?? {}).map(([id, told]) => [
      id,
      { ...told, id, mine: roles.get(id) === 'owner' },
    ]),
  );
};

/** Teams by id. */
const teamsOf = (profile: UserProfile | undefined): readonly string[] =>
  Object.keys(profile?.teams ?? {}).toSorted();

/** Whether the reader may do something here, with the reason for a disabled button. */
export function useMay(): (action: Action, subject?: Subject) => Verdict {
  const { me } = useTeam();
  return useCallback(
    (action, subject) => may({ userId: me.id, role: me.role }, action, subject),
    [me.id, me.role],
  );
}

/** Whether the reader may run a command, by the server's own check; the reason is for the disabled control. */
export function useMayRun(): <N extends CommandName>(name: N, ...asked: MayRunArguments<N>) => Verdict {
  const { me } = useTeam();
  return useCallback(
    (name, ...asked) => mayRun({ userId: me.id, role: me.role }, name, ...asked),
    [me.id, me.role],
  );
}

export interface MemberDirectory {
  readonly all: readonly Member[];
  /** The name to show for an id; `system` is “Muster”, and who left is marked so. */
  name(userId: string): string;
  find(userId: string): Member | undefined;
  /** Failure to read the members. */
  readonly failure: ViewFailure | null;
}

/** Names of people who left that are read. */
const formerMembersRead = 500;

const memberQueries = {
  /** Members by name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.members(teamId), orderBy('displayName')), memberSchema),
  /** Former members, latest departure first. */
  former: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.formerMembers(teamId), orderBy('createdAt', 'desc'), limit(formerMembersRead)),
      formerMemberSchema,
    ),
};

/** Members of the team, by name. The same object until someone changes. */
export function usePeople(): MemberDirectory {
  const { data, failure } = useView(useTeamQuery(memberQueries.list));
  const items = data?.items;
  const former = useView(useTeamQuery(memberQueries.former)).data?.items;
  return useMemo(() => {
    const all = (items ?? []).map((item) => item.value);
    const byId = new Map<string, Member>(all.map((person) => [person.id, person]));
    const left = new Map<string, string>(former?.map(({ value }) => [value.userId, formerName(value)]));
    const nameOf = (userId: string) => byId.get(userId)?.displayName ?? left.get(userId) ?? 'Someone';
    return {
      all,
      find: (userId) => byId.get(userId),
      name: (userId) => (userId === system ? 'Muster' : nameOf(userId)),
      failure,
    };
  }, [items, former, failure]);
}
