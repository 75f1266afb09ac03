/** Message about an incident for a chat room: summary fields and a link, never comments or tasks of the incident. */
import type { IncidentStatus, Severity } from '../../incident/schema.ts';
import { limits } from '../../constants.ts';
import { oneLine, shorten } from '../../text.ts';
import type { SentEventType } from '../schema.ts';

export interface ChatMessage {
  /** Headline of the event, without a full stop. */
  readonly headline: string;
  /** Title of the incident with its number; of a test, what it is. */
  readonly title: string;
  readonly url: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Incident that a button acknowledges; null: without a button. */
  readonly acknowledges: string | null;
}

export interface ToldIncident {
  readonly number: number;
  readonly title: string;
  readonly severity: Severity;
  /** The team's name of the severity, such as “Critical”. */
  readonly severityName: string;
  readonly status: IncidentStatus;
  /** Name; null: not known any more. */
  readonly commander: string | null;
  readonly services: readonly string[];
  readonly url: string;
  readonly acknowledges: string | null;
}

const statusNames: Readonly<Record<IncidentStatus, string>> = {
  triage: 'Triage',
  investigating: 'Investigating',
  fixing: 'Fixing',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  closed: 'Closed',
  declined: 'Declined',
  merged: 'Merged',
};

const mostServices = 10;

/** Names and titles as entities may have them; stored events can be older than a limit. */
const line = (text: string, most: number): string => shorten(oneLine(text), most);

export function chatMessageOf(type: SentEventType, incident: ToldIncident): ChatMessage {
  const { number, severity, severityName, status, services, url, acknowledges } = incident;
  const commander = incident.commander === null ? null : line(incident.commander, limits.name);
  const left = services.length - mostServices;
  const names = [...services.slice(0, mostServices), ...(left > 0 ? [`${left} more`] : [])];
  return {
    headline: headlineOf(type, { severity, status, commander }),
    title: `#${number} ${line(incident.title, limits.title)}`,
    url,
    acknowledges,
    facts: [
      ['Severity', `${severity} ${line(severityName, limits.name)}`],
      ['Status', statusNames[status]],
      ['Commander', commander ?? 'Somebody who left'],
      ...(names.length === 0 ? [] : [['Services', line(names.join(', '), 500)] as const]),
    ],
  };
}

function headlineOf(
  type: SentEventType,
  { severity, status, commander }: Pick<ToldIncident, 'severity' | 'status' | 'commander'>,
): string {
  switch (type) {
    case 'incident.declared':
      return `Incident declared, ${severity}`;
    case 'incident.severity_changed':
      return `Severity is now ${severity}`;
    case 'incident.commander_changed':
      return `${commander ?? 'Somebody'} is commander now`;
    case 'incident.resolved':
      return 'Resolved';
    case 'incident.reopened':
      return `Reopened: ${statusNames[status]}`;
    default:
      return `Status is now ${statusNames[status]}`;
  }
}

export const testMessage = (url: string): ChatMessage => ({
  headline: 'Test message',
  title: 'This room follows incidents in Muster',
  url,
  facts: [],
  acknowledges: null,
});
