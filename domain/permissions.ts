/**
 * Permissions: one table, read by the screens, the functions and the test that compares it with the security
 * rules. A refusal carries the sentence that a disabled button shows.
 */
import type { RoomRole } from './incident/schema.ts';
import { teamRoles, type TeamRole } from './team/schema.ts';

interface Rule {
  /** The least team role; `anyone` needs no sign-in. */
  readonly least: TeamRole | 'anyone';
  /** Below admin, only these roles of the room. Absent: the team role is enough. */
  readonly room?: readonly RoomRole[];
  /** Below admin, only the author of the subject. */
  readonly author?: true;
  /** Completes “Only … may” and “to …”. */
  readonly verb: string;
}

export const permissionTable = {
  readPublicStatus: { least: 'anyone', verb: 'read the status page' },
  read: { least: 'viewer', verb: 'read this' },
  declare: { least: 'responder', verb: 'declare incidents' },
  acknowledge: { least: 'responder', verb: 'acknowledge' },
  page: { least: 'responder', verb: 'page people' },
  comment: { least: 'responder', verb: 'write in the timeline' },
  withdrawComment: { least: 'responder', author: true, verb: 'withdraw this comment' },
  upload: { least: 'responder', verb: 'add files' },
  editTasks: { least: 'responder', verb: 'change tasks' },
  editAlerts: { least: 'responder', verb: 'change alerts' },
  takeRole: { least: 'responder', verb: 'take a role' },
  registerDevice: { least: 'viewer', verb: 'register a device' },
  ownFeed: { least: 'viewer', verb: 'make calendar addresses' },
  ownTimeOff: { least: 'viewer', verb: 'write down your own time off' },
  ownNotificationRules: { least: 'viewer', verb: 'change your notification rules' },
  editProfile: { least: 'viewer', verb: 'change your profile' },
  ownOverride: { least: 'responder', verb: 'change your own shifts' },
  coverForOthers: { least: 'admin', verb: 'arrange cover for others' },
  assignRole: { least: 'responder', room: ['commander'], verb: 'assign roles' },
  setStatus: { least: 'responder', room: ['commander', 'operations'], verb: 'set the status' },
  setSeverity: { least: 'responder', room: ['commander', 'operations'], verb: 'set the severity' },
  publishStatus: { least: 'responder', room: ['commander', 'communications'], verb: 'publish status posts' },
  copyDemonstration: { least: 'admin', verb: 'save or load copies of the demonstration' },
  configure: {
    least: 'admin',
    verb: 'change the team’s settings, schedules, policies, services, integrations, runbooks and maintenance windows',
  },
  manageApiKeys: { least: 'admin', verb: 'create and revoke API keys' },
  readiness: { least: 'admin', verb: 'see and mend how others can be reached' },
  inviteMembers: { least: 'admin', verb: 'invite members' },
  inviteAdmins: { least: 'owner', verb: 'invite admins' },
  manageMembers: { least: 'owner', verb: 'manage members' },
  recoverMembers: { least: 'owner', verb: 'decide about the recovery of a member' },
  readAudit: { least: 'owner', verb: 'read the audit log' },
  exportTeam: { least: 'owner', verb: 'export the team' },
  deleteTeam: { least: 'owner', verb: 'delete the team' },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof permissionTable;

export interface Actor {
  /** Null: signed out. */
  readonly userId: string | null;
  /** Role in the team that the subject belongs to; null: not a member. */
  readonly role: TeamRole | null;
  /** Acts by an API key or from Slack: such reach no private incident. */
  readonly byProgram?: true;
}

/** Subject of an action, for example an incident; absent for an action on the team itself. */
export interface Subject {
  readonly private?: boolean;
  readonly people?: readonly string[];
  readonly roles?: Readonly<Partial<Record<RoomRole, string | null>>>;
  /** User id of whoever wrote the subject, where that is a part of an incident. */
  readonly author?: string;
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

const plural: Record<TeamRole, string> = {
  viewer: 'members',
  responder: 'responders',
  admin: 'admins',
  owner: 'owners',
};
export const rank = (role: TeamRole) => teamRoles.indexOf(role);
const allowed: Verdict = { allowed: true };
const no = (reason: string): Verdict => ({ allowed: false, reason });

/** Whether the actor may do it, and if not, the reason for a person. */
export function may(actor: Actor, action: Action, subject: Subject = {}): Verdict {
  const rule: Rule = permissionTable[action];
  const { userId, role, byProgram } = actor;
  if (byProgram && subject.private === true) return no('API keys and Slack reach no private incident.');
  if (rule.least !== 'anyone' && userId !== null && role !== null && hides(subject, userId, role))
    return no('This incident is private. Ask someone in it, or an owner, to page you: that lets you in.');
  const byRole = mayByRole(actor, action);
  if (!byRole.allowed || role === null) return byRole;
  if (rank(role) >= rank('admin')) return allowed;
  if (rule.author === true && subject.author !== userId)
    return no(`Only its author or an admin may ${rule.verb}. Ask one of them.`);
  if (rule.room === undefined) return allowed;
  if (rule.room.some((held) => subject.roles?.[held] === userId)) return allowed;
  return no(`Only the ${rule.room.join(', ')} or an admin may ${rule.verb}. Take the role, or ask them.`);
}

/** The part of `may` that needs no subject: whether the role in the team could ever be enough. */
export function mayByRole({ userId, role }: Actor, action: Action): Verdict {
  const rule: Rule = permissionTable[action];
  if (rule.least === 'anyone') return allowed;
  if (userId === null) return no(`Sign in to ${rule.verb}.`);
  if (role === null) return no(`Only members of the team may ${rule.verb}. You are not one of them.`);
  if (rank(role) >= rank(rule.least)) return allowed;
  return no(`Only ${plural[rule.least]} may ${rule.verb}. You are ${article(role)}.`);
}

/** Whether the member works on incidents: any role but viewer. Responders can be paged, assigned and given a role. */
export const isResponder = ({ role }: { readonly role: TeamRole }): boolean =>
  rank(role) >= rank('responder');

function hides(subject: Subject, userId: string, role: TeamRole): boolean {
  return subject.private === true && role !== 'owner' && !(subject.people ?? []).includes(userId);
}

function article(role: TeamRole): string {
  return `${/^[aeiou]/u.test(role) ? 'an' : 'a'} ${role}`;
}
