/** Subject of a page, and its next step without an answer. */
import type { Severity } from '#domain/incident/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';
import { useAlert, useServices } from '#src/data/queries/alerts.ts';
import { useDocument } from '#src/data/client/documents.ts';
import { useForecast } from '#src/data/queries/forecast.ts';
import { type MemberDirectory, usePeople, useTeam } from '#src/data/queries/team.tsx';

interface Subject {
  /** Undefined until it has been read. */
  readonly severity: Severity | undefined;
  readonly detail: string | undefined;
}

export function useSubject(page: Page): Subject {
  const { team } = useTeam();
  const alertId = page.subject.kind === 'alert' ? page.subject.alertId : null;
  const incidentId = page.subject.kind === 'incident' ? page.subject.incidentId : null;
  const alert = useAlert(alertId).data;
  const about = useDocument(incidentId && documentPaths.incident(team.id, incidentId), incidentSchema).data;
  const services = useServices().data?.items.map((item) => item.value) ?? [];
  const nameOf = (id: string | null) => services.find((service) => service.id === id)?.name;

  if (page.subject.kind === 'drill')
    return { severity: 'SEV5', detail: 'A drill: it tests that pages reach you. Nothing is broken.' };
  if ((alertId !== null && alert === undefined) || (incidentId !== null && about === undefined))
    return { severity: undefined, detail: undefined };
  if (about)
    return {
      severity: about.value.severity,
      detail: joinDetails([`Incident #${about.value.number}`, ...about.value.serviceIds.map(nameOf)]),
    };
  if (alert)
    return {
      severity: suggestedSeverity(alert.value.severity),
      detail: joinDetails([
        nameOf(alert.value.serviceId),
        alert.value.firing > 1 ? `${alert.value.firing} firing` : undefined,
      ]),
    };
  return { severity: page.urgency === 'high' ? 'SEV1' : 'SEV3', detail: undefined };
}

export const joinDetails = (parts: readonly (string | undefined)[]) =>
  parts.filter((part) => part !== undefined).join(' · ');

interface Consequence {
  readonly text: string;
  readonly at?: number | undefined;
}

export function useConsequence(page: Page): Consequence {
  const { me } = useTeam();
  const people = usePeople();
  const ahead = useForecast(page);
  if (!ahead) return { text: '' };
  const [next] = ahead;
  if (!next) return { text: 'It stays open until someone acknowledges.' };
  if (next.what === 'exhausted')
    return { text: 'Nobody is left to escalate to. It ends unanswered in', at: next.at };
  const again = next.userIds.every((id) => page.waitingFor.includes(id));
  return {
    text: `${again ? 'You are asked again' : `Escalates to ${names(next.userIds, people, me.id)}`} in`,
    at: next.at,
  };
}

/** The others by name first, then you. */
function names(userIds: readonly string[], people: MemberDirectory, me: string): string {
  const others = userIds.filter((id) => id !== me).map((id) => people.name(id));
  const [first = '', second, ...rest] = others.length < userIds.length ? [...others, 'you'] : others;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} more`;
}
