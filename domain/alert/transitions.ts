/**
 * What happens to an alert: signals from machines, commands from people, and the end of a snooze. While an alert with
 * a dedup key is not resolved, whatever a machine says under that key belongs to it; after that a trigger opens a new
 * one. An acknowledge or a resolve that finds no alert is dropped.
 */
import * as v from 'valibot';
import type { Alert, AlertStatus } from './schema.ts';
import { system, webAddressSchema } from '../base.ts';
import type { TimelineEvent } from '../timeline/schema.ts';
import { refuse } from '../errors.ts';
import { privacyOf } from '../incident/privacy.ts';
import type { Signal } from '../ingest/signal.ts';
import {
  refuseMove,
  type StateTable,
  transitioned,
  unchanged,
  type Changed,
  type Outcome,
} from '../transition.ts';
import { minute } from '../constants.ts';

export type AlertEffect =
  /** Page for the alert's service, if it has a policy. */
  | { readonly kind: 'start-page'; readonly alertId: string }
  | { readonly kind: 'acknowledge-page'; readonly pageId: string; readonly userId: string }
  | { readonly kind: 'end-page'; readonly pageId: string; readonly reason: string };

export type AlertCommand =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'snooze'; readonly minutes: number }
  | { readonly kind: 'link'; readonly incidentId: string | null };

export const alertStates: StateTable<AlertStatus> = {
  open: ['acknowledged', 'suppressed', 'resolved'],
  acknowledged: ['resolved'],
  suppressed: ['open', 'resolved'],
  resolved: [],
};

const targetStatus = { acknowledge: 'acknowledged', snooze: 'suppressed' } as const;

/** What a new alert has beside its signal. */
export interface Origin {
  readonly id: string;
  readonly teamId: string;
  readonly serviceId: string | null;
  readonly integrationId: string | null;
}

/** `current` is the unresolved alert with the signal's dedup key, or null. */
export function receive(
  current: Alert | null,
  signal: Signal,
  origin: Origin,
  now: number,
): Changed<Alert | null, AlertEffect> {
  const live = current !== null && current.status !== 'resolved' ? current : null;
  if (signal.action === 'trigger') return live ? again(live, signal, now) : opened(signal, origin, now);
  if (live === null) return unchanged(current);
  if (signal.action === 'resolve') return resolved(live, system, now);
  return live.status === 'open' ? acknowledged(live, system, now) : unchanged(current);
}

export function changeAlert(
  state: Alert,
  command: AlertCommand,
  by: string,
  now: number,
): Outcome<Alert, AlertEffect> {
  if (command.kind === 'link') {
    if (state.incidentId === command.incidentId) return unchanged(state);
    const change = command.incidentId === null ? 'unlinked' : 'linked';
    return changed(state, { incidentId: command.incidentId }, change, by, now);
  }
  if (state.status === 'resolved')
    return refuse('already_resolved', {}, 'This alert is resolved already. Nothing is left to do.');
  if (command.kind === 'resolve') return resolved(state, by, now);
  if (command.kind === 'acknowledge' && state.status === 'acknowledged')
    return refuse('already_acknowledged', { by: state.acknowledgedBy ?? system });
  const illegal = refuseMove(alertStates, state.status, targetStatus[command.kind]);
  if (illegal) return illegal;
  if (command.kind === 'snooze') {
    const suppressedUntilAt = now + command.minutes * minute;
    const result = changed(state, { status: 'suppressed', suppressedUntilAt }, 'suppressed', by, now);
    return { ...result, effects: endPage(state, 'The alert is snoozed.') };
  }
  return acknowledged(state, by, now);
}

/** Opens a snoozed alert again when its time is up, and pages for it again. */
export function wake(state: Alert, now: number): Changed<Alert, AlertEffect> {
  const until = state.suppressedUntilAt;
  if (state.status !== 'suppressed' || until === null || until > now) return unchanged(state);
  const result = changed(
    state,
    { status: 'open', suppressedUntilAt: null, pageId: null },
    'reopened',
    system,
    until,
  );
  return { ...result, effects: [{ kind: 'start-page', alertId: state.id }] };
}

/** The address of its runbook: a link that says so, else a label; null if it has none. */
export function runbookOf({ links, labels }: Pick<Alert, 'links' | 'labels'>): string | null {
  const link = links.find(({ text }) => /\brun ?book\b/iu.test(text));
  if (link) return link.href;
  const label = Object.entries(labels).find(
    ([name, value]) => /^run_?book(_url)?$/iu.test(name) && v.is(webAddressSchema, value),
  );
  return label?.[1] ?? null;
}

function opened(signal: Signal, origin: Origin, now: number): Changed<Alert, AlertEffect> {
  const state: Alert = {
    ...origin,
    ...privacyOf(null),
    createdAt: now,
    createdBy: system,
    revision: 1,
    dedupKey: signal.dedupKey,
    ...saidBy(signal),
    status: 'open',
    count: 1,
    startsAt: signal.startsAt,
    firstAt: now,
    lastAt: now,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    suppressedUntilAt: null,
    incidentId: null,
    pageId: null,
  };
  return { ok: true, state, events: [], effects: [{ kind: 'start-page', alertId: state.id }] };
}

function again(state: Alert, signal: Signal, now: number): Changed<Alert, AlertEffect> {
  const next = { ...saidBy(signal), count: state.count + 1, lastAt: Math.max(state.lastAt, now) };
  const result = changed(state, next, 'triggered', system, now);
  // A repetition is no news for people in the room; more things failing than before is.
  return signal.firing > state.firing ? result : { ...result, events: [] };
}

function saidBy({ summary, severity, labels, links, firing }: Signal) {
  return { summary, severity, labels: { ...labels }, links: [...links], firing };
}

function acknowledged(state: Alert, by: string, now: number): Changed<Alert, AlertEffect> {
  const result = changed(
    state,
    { status: 'acknowledged', acknowledgedAt: now, acknowledgedBy: by },
    'acknowledged',
    by,
    now,
  );
  const { pageId } = state;
  return { ...result, effects: pageId === null ? [] : [{ kind: 'acknowledge-page', pageId, userId: by }] };
}

function resolved(state: Alert, by: string, now: number): Changed<Alert, AlertEffect> {
  const next = { status: 'resolved', resolvedAt: now, suppressedUntilAt: null, firing: 0 } as const;
  return { ...changed(state, next, 'resolved', by, now), effects: endPage(state, 'The alert is resolved.') };
}

function endPage({ pageId }: Alert, reason: string): readonly AlertEffect[] {
  return pageId === null ? [] : [{ kind: 'end-page', pageId, reason }];
}

/** The events are for the timeline of the incident the alert is linked to; `unlinked` for the one it was linked to. */
function changed(
  state: Alert,
  change: Partial<Alert>,
  what: Extract<TimelineEvent, { kind: 'alert' }>['change'],
  by: string,
  now: number,
): Changed<Alert, never> {
  const summary = change.summary ?? state.summary;
  const entry = { kind: 'alert', alertId: state.id, change: what, summary } as const;
  return transitioned(state, change, [{ at: now, by, entry }]);
}
