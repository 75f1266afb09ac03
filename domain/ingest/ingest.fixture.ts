/** Test helpers: from a pasted message to alerts, as the server ingests it. */
import { receive } from '../alert/transitions.ts';
import type { Alert } from '../alert/schema.ts';
import { parseAlertmanager } from './alertmanager.ts';
import { parseGrafana } from './grafana.ts';
import { parsePagerduty } from './pagerduty.ts';
import { recognise } from './recognise.ts';
import type { Signal } from './signal.ts';

export const receivedAt = Date.UTC(2026, 10, 21);

export function signalOf(pasted: string, newKey = 'new'): Signal {
  const known = recognise(pasted);
  if (!known.ok) throw new Error(known.error.message);
  const parsed =
    known.sender === 'pagerduty'
      ? parsePagerduty(known.body, newKey, receivedAt)
      : (known.sender === 'grafana' ? parseGrafana : parseAlertmanager)(known.body, receivedAt);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.signal;
}

/** Alerts of the signals: one unresolved alert a key. */
export function ingestSignals(signals: readonly Signal[]): readonly Alert[] {
  const alerts: Alert[] = [];
  for (const [index, signal] of signals.entries()) {
    const at = alerts.findIndex((alert) => alert.dedupKey === signal.dedupKey && alert.status !== 'resolved');
    const origin = { id: `a${index}`, teamId: 't', serviceId: 's', integrationId: null };
    const { state } = receive(alerts[at] ?? null, signal, { ...origin, now: receivedAt + index });
    if (state !== null) alerts[at === -1 ? alerts.length : at] = state;
  }
  return alerts;
}
