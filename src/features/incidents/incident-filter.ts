/** Filter of the incidents in the address. */
import { type Incident, type Severity, severities } from '#domain/incident/schema.ts';
import { isLive } from '#domain/incident/status.ts';
import { foldText } from '#src/data/client/fold-text.ts';

const scopes = ['all', 'live', 'over'] as const;
type Scope = (typeof scopes)[number];

export interface IncidentFilter {
  readonly scope: Scope;
  readonly severity: Severity | null;
  readonly text: string;
}

/** Filter from the part of an address after `?`; invalid values count as absent. */
export function readFilter(search: string): IncidentFilter {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, known: readonly T[]) =>
    known.find((value) => value === params.get(name)) ?? null;
  return {
    scope: one('status', scopes) ?? 'all',
    severity: one('severity', severities),
    text: params.get('q') ?? '',
  };
}

/** The part of an address after `?`, empty when everything is shown. */
export function writeFilter({ scope, severity, text }: IncidentFilter): string {
  const params = new URLSearchParams();
  if (scope !== 'all') params.set('status', scope);
  if (severity !== null) params.set('severity', severity);
  if (text !== '') params.set('q', text);
  return params.toString();
}

/** Search words of an incident, beside its title and number. */
export type WordsOf = (incident: Incident) => readonly string[];

/**
 * Whether an incident fits a filter. Every word of the text must stand somewhere in the title, the number or `wordsOf`.
 */
export function fitsFilter(
  { scope, severity, text }: IncidentFilter,
  wordsOf: WordsOf = () => [],
): (incident: Incident) => boolean {
  const wanted = foldText(text).split(/\s+/).filter(Boolean);
  return (incident) => {
    if (scope !== 'all' && isLive(incident) !== (scope === 'live')) return false;
    if (severity !== null && incident.severity !== severity) return false;
    const { title, number } = incident;
    const heap = foldText([title, `#${number}`, number, ...wordsOf(incident)].join(' '));
    return wanted.every((word) => heap.includes(word));
  };
}

/** Order of live incidents: the worst on top, then the newest. */
export function byNeed(a: Incident, b: Incident): number {
  return a.severity.localeCompare(b.severity) || b.number - a.number;
}
