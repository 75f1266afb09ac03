/** Subject of a page. */
import type { Severity } from '#domain/incident/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';
import { useAlert, useServices } from '#src/data/queries/alerts.ts';
import { useDocument } from '#src/data/client/documents.ts';
import { useTeam } from '#src/data/queries/team.tsx';

interface Subject {
  /** Undefined until it has been read, and for a drill. */
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
    return { severity: undefined, detail: 'A drill: it tests that pages reach you. Nothing is broken.' };
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
