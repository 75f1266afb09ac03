/**
 * Holdings of a member: responsibilities that need a replacement when the member leaves or loses the permission. An entry per kind:
 * `functions/team/holdings/registry.ts` finds and replaces holdings, screens show the sentence of `holdingSentence`.
 */
import type { DisclosedText } from '../disclosed.ts';
import type { RoomRole } from '../incident/schema.ts';
import { isResponder } from '../permissions.ts';
import type { Verdict } from '../permissions.ts';
import { isGrantValid } from './grants.ts';
import type { InviteRole } from './invite.ts';
import type { Member, TeamRole } from './schema.ts';

export type Holding =
  | { readonly kind: 'role'; readonly role: RoomRole; readonly number: number }
  /** A role that waits for their answer; withdrawn, not handed over. */
  | { readonly kind: 'offer'; readonly role: RoomRole; readonly number: number }
  /** Access to a private incident. */
  | { readonly kind: 'private'; readonly number: number }
  /** `summary` null: of a private incident that the reader may not read; so are a task's number and text. */
  | { readonly kind: 'page'; readonly pageId: string; readonly summary: DisclosedText | null }
  | { readonly kind: 'fallback' }
  | { readonly kind: 'task'; readonly number: number | null; readonly text: DisclosedText | null }
  /** Turns in a layer of a schedule. */
  | { readonly kind: 'shift'; readonly schedule: string; readonly layer: string }
  /** An override that lasts: they stand in, or somebody does for them. */
  | { readonly kind: 'override'; readonly schedule: string; readonly standsIn: boolean }
  /** An open request for cover of their shift, cancelled then; or one that asks them by name. */
  | { readonly kind: 'cover'; readonly schedule: string; readonly own: boolean }
  /** A step of a policy that names them. */
  | { readonly kind: 'step'; readonly policy: string }
  /** A service that they look after. */
  | { readonly kind: 'service'; readonly name: string }
  /** Addresses of calendars; revoked, not handed over. */
  | { readonly kind: 'feed' }
  /** Time off; removed, not handed over. */
  | { readonly kind: 'time-off' }
  /** An open invite that they made; revoked, not handed over. */
  | { readonly kind: 'invite'; readonly role: InviteRole }
  /** Their approval of a member's open recovery; withdrawn, not handed over. */
  | { readonly kind: 'approval' }
  /** A role that they offered and that waits for an answer; withdrawn, not handed over. */
  | { readonly kind: 'offered'; readonly role: RoomRole; readonly number: number };

export type HoldingKindName = Holding['kind'];

interface HoldingRule {
  /** Removal requires a successor for it. */
  readonly needsSuccessor: boolean;
  /** A viewer may have it too. */
  readonly forViewers: boolean;
  /** False: it ends with the membership and is not handed over. */
  readonly isHandedOver: boolean;
}

export const holdingRules: Readonly<Record<HoldingKindName, HoldingRule>> = {
  role: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  offer: { needsSuccessor: false, forViewers: false, isHandedOver: false },
  private: { needsSuccessor: false, forViewers: true, isHandedOver: true },
  page: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  fallback: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  task: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  shift: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  override: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  cover: { needsSuccessor: false, forViewers: false, isHandedOver: true },
  step: { needsSuccessor: true, forViewers: false, isHandedOver: true },
  service: { needsSuccessor: false, forViewers: true, isHandedOver: true },
  feed: { needsSuccessor: false, forViewers: true, isHandedOver: false },
  'time-off': { needsSuccessor: false, forViewers: true, isHandedOver: false },
  invite: { needsSuccessor: false, forViewers: false, isHandedOver: false },
  approval: { needsSuccessor: false, forViewers: false, isHandedOver: false },
  offered: { needsSuccessor: false, forViewers: false, isHandedOver: false },
};

/** A list item, without its full stop. */
export function holdingSentence(holding: Holding): string {
  switch (holding.kind) {
    case 'role':
      return `${capital(holding.role)} of #${holding.number}`;
    case 'offer':
      return `Asked to be ${holding.role} of #${holding.number}`;
    case 'private':
      return `In the private incident #${holding.number}`;
    case 'page':
      return holding.summary === null ? 'A page of a private incident' : `Page: ${holding.summary}`;
    case 'fallback':
      return 'One of the people who are paged when nobody else answers';
    case 'task':
      return holding.text === null
        ? 'A task of a private incident'
        : `Task of #${holding.number}: ${holding.text}`;
    case 'shift':
      return `On call for ${holding.schedule}, in its layer ${holding.layer}`;
    case 'override':
      return holding.standsIn
        ? `Stands in on call for ${holding.schedule}`
        : `Somebody stands in for them on call for ${holding.schedule}`;
    case 'cover':
      return holding.own
        ? `Asks for cover of a shift of ${holding.schedule}, which is then cancelled`
        : `Asked to cover a shift of ${holding.schedule}`;
    case 'step':
      return `Paged by the policy ${holding.policy}`;
    case 'service':
      return `Looks after ${holding.name}`;
    case 'feed':
      return 'A calendar address, which then ends';
    case 'time-off':
      return 'Time off, which is then removed';
    case 'invite':
      return `An open invite of ${article(holding.role)}, which is then revoked`;
    case 'approval':
      return 'Approved the recovery of a member, which another owner then has to approve';
    case 'offered':
      return `Offers the role of ${holding.role} of #${holding.number}, which is then withdrawn`;
  }
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const article = (role: InviteRole): string => `${role === 'admin' ? 'an' : 'a'} ${role}`;

/** Subject that decides whether a holding is lost. */
type LossSubject =
  | { readonly kind: Exclude<HoldingKindName, 'invite' | 'approval'> }
  | Extract<Holding, { readonly kind: 'invite' | 'approval' }>;

/** Holdings that a role does not allow; role null: the end of the membership. */
export function isLost(holding: LossSubject, role: TeamRole | null): boolean {
  if (role === null || (!isResponder({ role }) && !holdingRules[holding.kind].forViewers)) return true;
  if (holding.kind !== 'invite' && holding.kind !== 'approval') return false;
  return !isGrantValid(holding, { id: '', role });
}

/** Whether a member may take over what another holds. */
export function mayTakeOver(from: Pick<Member, 'id'>, to: Pick<Member, 'id' | 'role'> | null): Verdict {
  const no = (reason: string): Verdict => ({ allowed: false, reason });
  if (to === null) return no('This person is not in the team. Choose somebody who is.');
  if (to.id === from.id) return no('Choose somebody else: this person can’t take over from themselves.');
  if (!isResponder(to)) return no('Viewers can’t be paged or given work. Choose a responder.');
  return { allowed: true };
}
