/**
 * Transitions of an incident. Invariants: exactly one commander; `closed`, `declined` and `merged` are final; `times` holds when each state
 * was last entered (`resolvedAt` only while resolved or closed). Permissions are checked before, with `may`; `roleAction` is the permission
 * that a role needs.
 */
import type { Incident, IncidentStatus, RoomRole, Severity } from './schema.ts';
import type { TimelineEntry } from '../timeline/schema.ts';
import { failure, type Failure } from '../errors.ts';
import { incidentStates, isFinal } from './status.ts';
import {
  type Changed,
  changedTo,
  type Transition,
  checkMove,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';

export type IncidentCommand =
  | ({ readonly kind: 'transition'; readonly to: IncidentStatus; readonly note: string } & TransitionChoices)
  | { readonly kind: 'set-severity'; readonly severity: Severity }
  /** Offering a role to oneself takes it. */
  | { readonly kind: 'offer-role'; readonly role: RoomRole; readonly userId: string }
  | { readonly kind: 'answer-offer'; readonly role: RoomRole; readonly accept: boolean }
  | { readonly kind: 'join' }
  | { readonly kind: 'merge-into'; readonly intoId: string; readonly intoNumber: number }
  /** `people`: those of the other incident, who come along. */
  | {
      readonly kind: 'merged-from';
      readonly fromId: string;
      readonly fromNumber: number;
      readonly people: readonly string[];
    }
  | { readonly kind: 'publish-postmortem' };

/** End of all pages of an incident: nobody needs to be notified about it any more. */
export interface EndPages {
  readonly kind: 'end-pages';
  readonly incidentId: string;
  readonly userId: string;
  readonly reason: string;
}

/** Resolution of the active alerts of an incident that is over. */
export interface ResolveAlerts {
  readonly kind: 'resolve-alerts';
  readonly incidentId: string;
  readonly userId: string;
}

export type IncidentEffect = EndPages | ResolveAlerts;

/** A person's choices for the open work of an incident that ends. */
export interface TransitionChoices {
  /** Whether its active alerts are resolved with it. Default false: they stay active. */
  readonly resolveAlerts?: boolean | undefined;
  /** Number of its open tasks; default 0. */
  readonly openTasks?: number | undefined;
  /** Whether it may close over open tasks. Default false. */
  readonly leaveTasks?: boolean | undefined;
}

/** Statuses in which nobody works on the incident any more. */
export const endsWork = (to: IncidentStatus): boolean =>
  to === 'resolved' || to === 'closed' || to === 'declined';

export type NewIncident = Pick<
  Incident,
  'id' | 'teamId' | 'number' | 'title' | 'severity' | 'serviceIds' | 'private'
>;

/** A new incident in triage, commanded by whoever declares it. */
export function declareIncident(what: NewIncident, context: TransitionContext): Changed<Incident, never> {
  const { by, now } = context;
  const { title, severity } = what;
  const state: Incident = {
    ...what,
    createdAt: now,
    createdBy: by,
    revision: 1,
    status: 'triage',
    roles: { commander: by, operations: null, communications: null, scribe: null },
    offers: { commander: null, operations: null, communications: null, scribe: null },
    people: [by],
    times: {
      triageAt: now,
      investigatingAt: null,
      fixingAt: null,
      monitoringAt: null,
      resolvedAt: null,
      closedAt: null,
      declinedAt: null,
      mergedAt: null,
    },
    mergedInto: null,
    postmortemPublished: false,
    closingNote: null,
  };
  return changedTo(state, context, { kind: 'declared', title, severity });
}

export function changeIncident(
  state: Incident,
  command: IncidentCommand,
  context: TransitionContext,
): Transition<Incident, IncidentEffect> {
  const { by } = context;
  switch (command.kind) {
    case 'transition': {
      const { to } = command;
      const note = command.note.trim();
      const refusal = checkTransition(state, to, note) ?? checkTasks(to, command);
      if (refusal) return refusal;
      const closing = to === 'closed' && note !== '' ? { ...state, closingNote: note } : state;
      const entered = enter(closing, to, context, { kind: 'status', from: state.status, to, note });
      if (command.resolveAlerts !== true || !endsWork(to)) return entered;
      const resolving: ResolveAlerts = { kind: 'resolve-alerts', incidentId: state.id, userId: by };
      return { ...entered, effects: [...entered.effects, resolving] };
    }
    case 'merge-into': {
      if (command.intoId === state.id) {
        return failure('invalid', { field: 'intoId', rule: 'An incident can’t be merged into itself.' });
      }
      const illegal = checkMove(incidentStates, state.status, 'merged');
      if (illegal) return illegal;
      const { intoId, intoNumber } = command;
      const merged = { ...state, mergedInto: intoId };
      const entry: TimelineEntry = {
        kind: 'merged',
        direction: 'into',
        otherId: intoId,
        otherNumber: intoNumber,
      };
      return enter(merged, 'merged', context, entry);
    }
    case 'merged-from': {
      if (isFinal(state)) return finalFailure(state);
      const entry: TimelineEntry = {
        kind: 'merged',
        direction: 'from',
        otherId: command.fromId,
        otherNumber: command.fromNumber,
      };
      const people = [...new Set([...state.people, ...command.people])];
      return transitioned(state, { people }, context, entry);
    }
    case 'set-severity': {
      if (isFinal(state)) return finalFailure(state);
      if (command.severity === state.severity) return unchanged(state);
      const entry: TimelineEntry = { kind: 'severity', from: state.severity, to: command.severity };
      return transitioned(state, { severity: command.severity }, context, entry);
    }
    case 'offer-role':
      return offerRole(state, command.role, command.userId, context);
    case 'answer-offer':
      return answerOffer(state, command.role, command.accept, context);
    case 'join':
      if (isFinal(state)) return finalFailure(state);
      return state.people.includes(by)
        ? unchanged(state)
        : transitioned(state, { people: [...state.people, by] }, context);
    case 'publish-postmortem':
      if (state.status !== 'resolved')
        return failure('illegal_transition', { from: state.status, to: 'published' });
      return state.postmortemPublished
        ? unchanged(state)
        : transitioned(state, { postmortemPublished: true }, context);
  }
}

/** Statuses that a person can choose next, and whether each needs a note. Merging is not among them. */
export function statusesOnOffer(
  state: Incident,
): readonly { readonly to: IncidentStatus; readonly needsNote: boolean }[] {
  return incidentStates[state.status]
    .filter((to) => to !== 'merged')
    .map((to) => ({ to, needsNote: needsNote(state, to) }));
}

/** `note` is trimmed. */
function checkTransition(state: Incident, to: IncidentStatus, note: string): Failure | null {
  const { status: from, severity } = state;
  const illegal =
    to === 'merged' ? failure('illegal_transition', { from, to }) : checkMove(incidentStates, from, to);
  if (illegal) return illegal;
  if (note !== '' || !needsNote(state, to)) return null;
  const rule = 'A closing note is required.';
  const sentence = `A ${severity} closes with a closing note: what happened, and what changes because of it. Write one, then close the incident.`;
  return failure('invalid', { field: 'note', rule }, sentence);
}

/** Closed is final, and its tasks with it: it does not pass over open ones unless that was decided. */
function checkTasks(
  to: IncidentStatus,
  { openTasks = 0, leaveTasks = false }: TransitionChoices,
): Failure | null {
  if (to !== 'closed' || openTasks === 0 || leaveTasks) return null;
  const rule = 'Open tasks are left only on purpose.';
  const tasks = openTasks === 1 ? '1 task is' : `${openTasks} tasks are`;
  const sentence = `${tasks} still open, and can’t be changed once it is closed. Finish them, or close it with open tasks.`;
  return failure('invalid', { field: 'leaveTasks', rule }, sentence);
}

/** A SEV1 or SEV2 closes with a written account: its postmortem or, until there is one, a closing note. */
function needsNote({ severity, postmortemPublished }: Incident, to: IncidentStatus): boolean {
  return to === 'closed' && (severity === 'SEV1' || severity === 'SEV2') && !postmortemPublished;
}

/** Failure of a command on an incident that is over. */
export function finalFailure(state: Pick<Incident, 'status'>): Failure {
  return failure(
    'already_resolved',
    {},
    `This incident is ${state.status} and can’t be changed. Declare a new one.`,
  );
}

function enter(
  state: Incident,
  to: IncidentStatus,
  context: TransitionContext,
  entry: TimelineEntry,
): Changed<Incident, EndPages> {
  const { by: userId, now } = context;
  const reopened = state.status === 'resolved' && to !== 'closed';
  const times = { ...state.times, ...(reopened ? { resolvedAt: null } : {}), [`${to}At`]: now };
  const ended = to === 'resolved' || to === 'declined' || to === 'merged';
  const effects: EndPages[] = ended
    ? [{ kind: 'end-pages', incidentId: state.id, userId, reason: `The incident is ${to}.` }]
    : [];
  return transitioned(state, { status: to, times }, context, entry, effects);
}

function offerRole(
  state: Incident,
  role: RoomRole,
  userId: string,
  context: TransitionContext,
): Transition<Incident, EndPages> {
  const { by, now } = context;
  if (isFinal(state)) return finalFailure(state);
  if (state.roles[role] === userId) return unchanged(state);
  if (userId === by) return take(state, role, context);
  const offers = { ...state.offers, [role]: { userId, offeredBy: by, offeredAt: now } };
  const entry: TimelineEntry = { kind: 'role', role, change: 'offered', userId, previous: null };
  return transitioned(state, { offers }, context, entry);
}

function answerOffer(
  state: Incident,
  role: RoomRole,
  accept: boolean,
  context: TransitionContext,
): Transition<Incident, EndPages> {
  const { by } = context;
  if (isFinal(state)) return finalFailure(state);
  if (state.offers[role]?.userId !== by) {
    return failure(
      'not_found',
      {},
      'This role is no longer offered to you. Ask the commander to offer it again.',
    );
  }
  if (accept) return take(state, role, context);
  const offers = { ...state.offers, [role]: null };
  const entry: TimelineEntry = { kind: 'role', role, change: 'refused', userId: by, previous: null };
  return transitioned(state, { offers }, context, entry);
}

function take(state: Incident, role: RoomRole, context: TransitionContext): Changed<Incident, never> {
  const { by: userId } = context;
  const change = {
    roles: { ...state.roles, [role]: userId },
    offers: { ...state.offers, [role]: null },
    people: state.people.includes(userId) ? state.people : [...state.people, userId],
  };
  const entry: TimelineEntry = { kind: 'role', role, change: 'taken', userId, previous: state.roles[role] };
  return transitioned(state, change, context, entry);
}
