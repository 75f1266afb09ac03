/** Messages of machines. */
import { type AlertSender, senders } from './team.ts';

export function sender(id: string): AlertSender {
  const found = senders.find((one) => one.id === id);
  if (!found) throw new Error(`There is no sender ${id}.`);
  return found;
}

export const hookOf = ({ key }: AlertSender) => `/in/alertmanager/${key}`;

/** `word` begins the summary. */
export const alertmanager = (groupKey: string, status: 'firing' | 'resolved', word = '') => ({
  version: '4',
  groupKey,
  status,
  groupLabels: { alertname: groupKey },
  alerts: [
    {
      status,
      labels: { severity: 'critical' },
      annotations: { summary: `${word}${groupKey} is failing` },
      startsAt: '2026-01-05T08:59:00Z',
    },
  ],
});

export const pagerduty = (
  { key }: AlertSender,
  dedupKey: string,
  action: 'trigger' | 'acknowledge' | 'resolve',
  word = '',
) => ({
  routing_key: key,
  event_action: action,
  dedup_key: dedupKey,
  payload: { summary: `${word}${dedupKey} is failing`, source: 'probe', severity: 'error' },
});
