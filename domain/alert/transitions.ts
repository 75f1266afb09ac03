/**
 * Changes of an alert: signals from machines, commands from people, and the end of a snooze. While an alert with
 * a dedup key is not resolved, whatever a machine says under that key belongs to it; after that a trigger opens a new
 * one. An acknowledge or a resolve that finds no alert is dropped.
 */
import * as v from 'valibot';
import type { Alert, AlertStatus, Flapping } from './schema.ts';
import { system, webAddressSchema } from '../base.ts';
import type { TimelineEntry } from '../timeline/schema.ts';
import { isAlertLive, isUnacknowledged } from './status.ts';
import { failure } from '../errors.ts';
import { privacyOf } from '../incident/privacy.ts';
import type { RoutedSignal } from '../ingest/signal.ts';
import {
  type Changed,
  changedTo,
  type Transition,
  checkMove,
  type StateTable,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import type { Release } from '../page/effects.ts';
import { urgencyOfAlert } from '../page/urgency.ts';
import { constants, minute } from '../constants.ts';

export type AlertEffect =
  /** Page for the alert's service, if it has a policy. */
  | { readonly kind: 'start-page'; readonly alertId: string }
  | { readonly kind: 'acknowledge-page'; readonly pageId: string; readonly userId: string }
  | { readonly kind: 'end-page'; readonly pageId: string; readonly userId: string; readonly reason: string };

export type AlertCommand =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'snooze'; readonly minutes: number }
  | { readonly kind: 'link'; readonly incidentId: string | null }
  /** End of a snooze whose time is up: the alert opens again and pages anew. */
  | { readonly kind: 'wake' }
  /** A maintenance window holds its page back, unless somebody has acknowledged it; `reason` is what people are told. */
  | { readonly kind: 'hold'; readonly maintenanceId: string; readonly reason: string }
  /** End of its maintenance window: it pages if it is open. */
  | { readonly kind: 'release' }
  /** Change of its page, which has another holder or notifies again. */
  | ({ readonly kind: 'follow-page' } & Release);

export const alertStates: StateTable<AlertStatus> = {
  open: ['joined', 'acknowledged', 'suppressed', 'resolved'],
  // Open again when its page asks again, or when it got so much worse that it is looked at as a new one.
  joined: ['open', 'acknowledged', 'resolved'],
  // Reopened when its page notifies again, or when it got so much worse that it pages anew.
  acknowledged: ['open', 'resolved'],
  suppressed: ['open', 'resolved'],
  resolved: [],
};

const targetStatus = { acknowledge: 'acknowledged', snooze: 'suppressed' } as const;

/** Time of a signal, and the fields of a new alert that the signal lacks. */
export interface SignalContext extends Pick<Alert, 'id' | 'teamId' | 'serviceId' | 'integrationId'> {
  readonly now: number;
  /** Flapping of an alert that the signal opens; null: it does not flap. */
  readonly flapping?: Flapping | null | undefined;
}

/** `current` is the unresolved alert with the signal's dedup key, or null. */
export function receive(
  current: Alert | null,
  signal: RoutedSignal,
  { now, ...origin }: SignalContext,
): Changed<Alert | null, AlertEffect> {
  const context = { by: system, now };
  const live = current !== null && current.status !== 'resolved' ? current : null;
  if (signal.action === 'trigger')
    return live ? repeated(live, signal, context) : opened(signal, origin, context);
  if (live === null) return unchanged(current);
  if (signal.action === 'resolve') return resolved(live, context);
  return isUnacknowledged(live) ? acknowledged(live, context) : unchanged(current);
}

export function changeAlert(
  state: Alert,
  command: AlertCommand,
  context: TransitionContext,
): Transition<Alert, AlertEffect> {
  if (command.kind === 'wake') return wake(state, context.now);
  if (command.kind === 'hold') return hold(state, command, context);
  if (command.kind === 'release') return release(state, context);
  if (command.kind === 'follow-page') return followPage(state, command, context);
  if (command.kind === 'link') {
    const { incidentId } = command;
    if (state.incidentId === incidentId) return unchanged(state);
    return transitioned(
      state,
      incidentId === null ? { incidentId } : { incidentId, heldBy: null },
      context,
      entryOf(state, incidentId === null ? 'unlinked' : 'linked'),
    );
  }
  if (state.status === 'resolved')
    return failure('already_resolved', {}, 'This alert is resolved already. Nothing is left to do.');
  if (command.kind === 'resolve') return resolved(state, context);
  if (command.kind === 'acknowledge' && state.status === 'acknowledged')
    return failure('already_acknowledged', { by: state.acknowledgedBy ?? system });
  const illegal = checkMove(alertStates, state.status, targetStatus[command.kind]);
  if (illegal) return illegal;
  if (command.kind === 'snooze') {
    const change = {
      status: 'suppressed',
      suppressedUntilAt: context.now + command.minutes * minute,
      heldBy: null,
    } as const;
    const effects = endPage(state, context.by, 'The alert is snoozed.');
    return transitioned(state, change, context, entryOf(state, 'suppressed'), effects);
  }
  return acknowledged(state, context);
}

function wake(state: Alert, now: number): Changed<Alert, AlertEffect> {
  const until = state.suppressedUntilAt;
  if (state.status !== 'suppressed' || until === null || until > now) return unchanged(state);
  const change = { status: 'open', suppressedUntilAt: null, pageId: null } as const;
  // A page that others share goes on without it.
  const effects: AlertEffect[] = [
    ...endPage(state, system, 'The alert pages anew after its snooze.'),
    { kind: 'start-page', alertId: state.id },
  ];
  return transitioned(state, change, { by: system, now: until }, entryOf(state, 'reopened'), effects);
}

function hold(
  state: Alert,
  { maintenanceId, reason }: Extract<AlertCommand, { kind: 'hold' }>,
  context: TransitionContext,
): Changed<Alert, AlertEffect> {
  // An acknowledged or joined one asks nobody, and stays with its holder.
  if (state.status !== 'open' || state.incidentId !== null || state.heldBy === maintenanceId)
    return unchanged(state);
  const effects = endPage(state, context.by, reason);
  return transitioned(state, heldIn(maintenanceId), context, undefined, effects);
}

/** Fields of an alert that a maintenance window holds back. */
export const heldIn = (maintenanceId: string) => ({
  ...{ heldBy: maintenanceId, pageId: null },
  unpaged: { kind: 'maintenance', maintenanceId } as const,
});

function release(state: Alert, context: TransitionContext): Changed<Alert, AlertEffect> {
  if ((state.heldBy ?? null) === null) return unchanged(state);
  const effects: AlertEffect[] = state.status === 'open' ? [{ kind: 'start-page', alertId: state.id }] : [];
  return transitioned(state, { heldBy: null }, context, undefined, effects);
}

function followPage(
  state: Alert,
  { pageId, from, to, toSince }: Release,
  context: TransitionContext,
): Changed<Alert, AlertEffect> {
  const { status, acknowledgedBy } = state;
  if (state.pageId !== pageId) return unchanged(state);
  if (status === 'joined' && to === null)
    return transitioned(state, { status: 'open' }, context, entryOf(state, 'reopened'));
  if (status !== 'acknowledged' || !from.includes(acknowledgedBy ?? '')) return unchanged(state);
  if (to === null) return transitioned(state, unacknowledged, context, entryOf(state, 'reopened'));
  // Alerts created after the next holder's acknowledgement are not covered by it.
  if (state.createdAt > (toSince ?? context.now))
    return transitioned(state, { ...unacknowledged, status: 'joined' }, context);
  const change = { acknowledgedAt: context.now, acknowledgedBy: to };
  return transitioned(state, change, { by: to, now: context.now }, entryOf(state, 'acknowledged'));
}

const unacknowledged = { status: 'open', acknowledgedAt: null, acknowledgedBy: null } as const;

/** The address of its runbook: a link that says so, else a label; null if it has none. */
export function runbookOf({ links, labels }: Pick<Alert, 'links' | 'labels'>): string | null {
  const link = links.find(({ text }) => /\brun ?book\b/iu.test(text));
  if (link) return link.href;
  const label = Object.entries(labels).find(
    ([name, value]) => /^run_?book(_url)?$/iu.test(name) && v.is(webAddressSchema, value),
  );
  return label?.[1] ?? null;
}

function opened(
  signal: RoutedSignal,
  origin: Omit<SignalContext, 'now'>,
  context: TransitionContext,
): Changed<Alert, AlertEffect> {
  const { now } = context;
  const { flapping = null, ...place } = origin;
  const state: Alert = {
    ...place,
    ...privacyOf(null),
    createdAt: now,
    createdBy: system,
    revision: 1,
    dedupKey: signal.dedupKey,
    ...signalFields(signal),
    status: flapping ? 'suppressed' : 'open',
    flapping,
    count: 1,
    startsAt: signal.startsAt,
    firstAt: now,
    lastAt: now,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    // An alert open for that long wakes and pages.
    suppressedUntilAt: flapping ? now + constants.flappingMinutes * minute : null,
    incidentId: null,
    heldBy: null,
    unpaged: null,
    pageId: null,
  };
  const effects: AlertEffect[] = flapping ? [] : [{ kind: 'start-page', alertId: state.id }];
  return changedTo(state, context, undefined, effects);
}

function repeated(
  state: Alert,
  signal: RoutedSignal,
  context: TransitionContext,
): Changed<Alert, AlertEffect> {
  const change = {
    ...signalFields(signal),
    count: state.count + 1,
    lastAt: Math.max(state.lastAt, context.now),
  };
  // A repetition is no news for people in the room; more things failing than before is.
  const worse = signal.firing > state.firing;
  const entry = worse ? entryOf({ ...state, ...change }, 'triggered') : undefined;
  return pagesAnew(state, signal)
    ? transitioned(state, { ...change, ...asNew }, context, entry, [
        ...endPage(state, context.by, 'The alert got worse and pages anew.'),
        { kind: 'start-page', alertId: state.id },
      ])
    : transitioned(state, change, context, entry);
}

const asNew = { ...unacknowledged, pageId: null } as const;

/** Whether a low urgency has become a high one, or a joined alert critical: the alert must page anew, even at night. */
const pagesAnew = (state: Alert, signal: RoutedSignal): boolean =>
  isAlertLive(state) &&
  ((urgencyOfAlert(state) === 'low' && urgencyOfAlert(signal) === 'high') ||
    // The holder of its page has acknowledged a milder alert.
    (state.status === 'joined' && signal.severity === 'critical' && state.severity !== 'critical'));

function signalFields({
  summary,
  severity,
  urgency = null,
  labels,
  links,
  firing,
  route = null,
}: RoutedSignal) {
  return { summary, severity, urgency, labels: { ...labels }, links: [...links], firing, route };
}

function acknowledged(state: Alert, context: TransitionContext): Changed<Alert, AlertEffect> {
  const { pageId } = state;
  const { by: userId, now } = context;
  const change = {
    status: 'acknowledged',
    acknowledgedAt: now,
    acknowledgedBy: userId,
    heldBy: null,
  } as const;
  const effects: AlertEffect[] = pageId === null ? [] : [{ kind: 'acknowledge-page', pageId, userId }];
  return transitioned(state, change, context, entryOf(state, 'acknowledged'), effects);
}

function resolved(state: Alert, context: TransitionContext): Changed<Alert, AlertEffect> {
  const { by, now } = context;
  const change = {
    status: 'resolved',
    resolvedAt: now,
    suppressedUntilAt: null,
    heldBy: null,
    firing: 0,
  } as const;
  const effects = endPage(state, by, 'The alert is resolved.');
  return transitioned(state, change, context, entryOf(state, 'resolved'), effects);
}

const endPage = ({ pageId }: Alert, userId: string, reason: string): readonly AlertEffect[] =>
  pageId === null ? [] : [{ kind: 'end-page', pageId, userId, reason }];

/** Timeline entry for the alert's incident; `unlinked` is for the incident that it was linked to. */
const entryOf = (
  { id: alertId, summary }: Alert,
  change: Extract<TimelineEntry, { kind: 'alert' }>['change'],
): TimelineEntry => ({ kind: 'alert', alertId, change, summary });
