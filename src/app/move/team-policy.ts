/** A move of one team: its records, its members' accounts, and what belongs to no team. */
import { PortError } from '#ports/errors.ts';
import type { Fitted, MoveFits, MoveSource } from '#provider-kit/move/move-backend.ts';
import type { MovedDoc, MovedTask } from '#provider-kit/move/moved-records.ts';
import { pagesOf } from './move-plan.ts';

export interface MovedTeam {
  readonly id: string;
  /** Ids of the members' accounts. */
  readonly members: ReadonlySet<string>;
}

/** Teams that a sentence names at most. */
const mostNamed = 20;

/**
 * The team of an id or a slug. Reads all documents: sources have no other listing in common.
 * @throws PortError not-found, which names the teams that there are
 */
export async function findTeam(source: MoveSource, wanted: string): Promise<MovedTeam> {
  const names = new Map<string, string>();
  const members = new Map<string, Set<string>>();
  let found: string | null = null;
  for await (const { records } of pagesOf(source.shelves.documents))
    for (const { path, data } of records) {
      const [top, id = '', below, uid = '', deeper] = path.split('/');
      if (top !== 'teams' || deeper !== undefined) continue;
      if (below === undefined) {
        const slug = String(data['slug'] ?? id);
        names.set(id, slug);
        if (wanted === id || wanted === slug) found = id;
      } else if (below === 'members') members.set(id, (members.get(id) ?? new Set()).add(uid));
    }
  if (found !== null) return { id: found, members: members.get(found) ?? new Set() };
  const some = [...names.values()].toSorted().slice(0, mostNamed).join(', ');
  throw new PortError(
    'not-found',
    `There is no team ${wanted} in ${source.name}. ${some === '' ? 'There is none at all.' : `There are: ${some}.`}`,
  );
}

const ofOthers = <R>(): Fitted<R> => ({ record: null, losses: ['records of other teams'] });

/** Part of a policy that belongs to one team. */
export const teamPolicy = (policy: MoveFits, team: MovedTeam): MoveFits => ({
  settings: policy.settings,
  conditions: policy.conditions,
  accounts: (account) => (team.members.has(account.uid) ? policy.accounts(account) : ofOthers()),
  documents: (doc) => (isDocumentOf(team, doc) ? policy.documents(doc) : ofOthers()),
  files: (file) => (isPathOf(team, file.path) ? policy.files(file) : ofOthers()),
  values(value) {
    const [top, id = ''] = value.path.split('/');
    const isIts = top === 'sessions' ? team.members.has(id) : id === team.id || top === 'sweep';
    return isIts ? policy.values(value) : ofOthers();
  },
  tasks: (task) => (isTaskOf(team, task) ? policy.tasks(task) : ofOthers()),
});

function isDocumentOf(team: MovedTeam, { path, data }: MovedDoc): boolean {
  const [top = '', id = ''] = path.split('/');
  if (personal.has(top)) return team.members.has(id);
  if (top === 'slugs' || top === 'integrationKeys' || top === 'apiKeyDigests')
    return data['teamId'] === team.id;
  // Keys that the server has made: notifications and calendars are signed with them.
  return top === 'secrets' || isPathOf(team, path);
}

const personal: ReadonlySet<string> = new Set([
  'users',
  'accountRecoveries',
  'recoveryCodes',
  'accountDeletions',
]);

function isPathOf({ id: teamId, members }: MovedTeam, path: string): boolean {
  const [top, id = ''] = path.split('/');
  return top === 'teams' ? id === teamId : top === 'users' && members.has(id);
}

/** Ids of tasks that were done say nothing of a team. */
function isTaskOf({ id }: MovedTeam, { waiting }: MovedTask): boolean {
  const payload = waiting?.payload ?? null;
  if (waiting === null) return true;
  return typeof payload === 'object' && payload !== null && 'teamId' in payload && payload.teamId === id;
}
