/** The permission table in words, as people are shown it. */
import { type Action, permissionTable, rank } from './permissions.ts';
import type { RoomRole } from './incident/schema.ts';
import { teamRoles, type TeamRole } from './team/schema.ts';

/** Columns of the table; `anyone` is also who is signed out. */
export const grantees = ['anyone', ...teamRoles] as const;
export type Grantee = (typeof grantees)[number];

/** Scope of a role's permission: always, never, only in one of these roles of an incident, or only for their own writings. */
export type Grant =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'room'; readonly roles: readonly RoomRole[] }
  | { readonly kind: 'author' };

export interface PermissionRow {
  readonly action: Action;
  /** The permission in words, without a full stop. */
  readonly sentence: string;
  readonly grants: Readonly<Record<Grantee, Grant>>;
}

/** Sentences of a refusal whose verb needs an object (“read this”). The others are the verb itself. */
const sentences: Partial<Record<Action, string>> = {
  read: 'Read everything that is not private',
  acknowledge: 'Acknowledge pages and alerts',
  withdrawComment: 'Withdraw comments',
  takeRole: 'Take a role in an incident',
  registerDevice: 'Register their own devices',
  ownOverride: 'Change their own shifts',
  coverForOthers: 'Arrange cover for others, and who stands in',
  assignRole: 'Assign roles in an incident',
  setStatus: 'Set the status of an incident',
  setSeverity: 'Set the severity of an incident',
};

const yes: Grant = { kind: 'yes' };
const no: Grant = { kind: 'no' };

function grant(action: Action, grantee: Grantee): Grant {
  const rule: (typeof permissionTable)[Action] & {
    readonly room?: readonly RoomRole[];
    readonly author?: true;
  } = permissionTable[action];
  if (rule.least === 'anyone') return yes;
  if (grantee === 'anyone' || rank(grantee) < rank(rule.least)) return no;
  if (rank(grantee) >= rank('admin')) return yes;
  if (rule.room !== undefined) return { kind: 'room', roles: rule.room };
  return rule.author === true ? { kind: 'author' } : yes;
}

/** Rows of the table, one an action, in its order. */
export const permissionRows: readonly PermissionRow[] = (Object.keys(permissionTable) as Action[]).map(
  (action) => ({
    action,
    sentence: sentences[action] ?? capitalised(permissionTable[action].verb),
    grants: Object.fromEntries(
      grantees.map((grantee) => [grantee, grant(action, grantee)]),
    ) as PermissionRow['grants'],
  }),
);

const plural: Record<TeamRole, string> = {
  viewer: 'Every member',
  responder: 'Responders, admins and owners',
  admin: 'Admins and owners',
  owner: 'Owners',
};

/** A row as one line: the roles that may. */
export function whoMay({ grants }: PermissionRow): string {
  if (grants.anyone.kind === 'yes') return 'Anyone, signed in or not';
  const least = teamRoles.find((role) => grants[role].kind === 'yes') ?? 'owner';
  const narrow = teamRoles
    .map((role) => grants[role])
    .find(({ kind }) => kind === 'room' || kind === 'author');
  if (narrow?.kind === 'room')
    return `The incident’s ${narrow.roles.join(' or ')}; ${plural[least].toLowerCase()}`;
  return narrow === undefined ? plural[least] : `Who wrote it; ${plural[least].toLowerCase()}`;
}

/** Purpose of each role, in one sentence. */
export const roleSentences: Readonly<Record<TeamRole, string>> = {
  viewer: 'Reads along, and is not paged.',
  responder: 'Is paged, and works on incidents.',
  admin: 'A responder who also sets up the team.',
  owner: 'An admin who also decides who is in the team, and reads private incidents.',
};

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
