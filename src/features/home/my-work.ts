/**
 * Unfinished work of the signed-in member: incidents with a role or an acknowledged page of the member, and alerts the member
 * acknowledged.
 */
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident, RoomRole } from '#domain/incident/schema.ts';
import { rolesOf } from '#domain/incident/roles.ts';
import type { Page } from '#domain/page/schema.ts';
import type { Member } from '#domain/team/schema.ts';
import { useAlerts } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useHeldPages } from '#src/data/queries/pages.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { allAnswered } from '#src/data/client/view.ts';

export type MyWork = Work & {
  /** End of the snooze of its page; null: it has no snoozed page of the member. */
  readonly snoozedUntilAt: number | null;
};

type Work =
  | {
      readonly kind: 'incident';
      readonly id: string;
      readonly incident: Incident;
      readonly roles: readonly RoomRole[];
    }
  | { readonly kind: 'alert'; readonly id: string; readonly alert: Alert }
  /** Page with several alerts, as one line. */
  | { readonly kind: 'page'; readonly id: string; readonly page: Page };

/** Incidents first, the worst first. Undefined until all that it is made of is read, or has failed. */
export function useMyWork(): readonly MyWork[] | undefined {
  const { me } = useTeam();
  const held = useHeldPages();
  const incidents = useLiveIncidents();
  const alerts = useAlerts();
  if (!allAnswered(held, incidents, alerts)) return undefined;
  const pages = valuesOf(held.data);
  return workOf(me, pages, valuesOf(incidents.data), valuesOf(alerts.data)).map((work) => {
    const ends = pages.filter((page) => isPageOf(work, page)).flatMap((page) => page.snoozedUntilAt ?? []);
    return { ...work, snoozedUntilAt: ends.length > 0 ? Math.min(...ends) : null };
  });
}

function isPageOf(work: Work, { id, incidentId }: Page): boolean {
  if (work.kind === 'incident') return incidentId === work.id;
  return id === (work.kind === 'page' ? work.id : work.alert.pageId);
}

const valuesOf = <T>(list: { readonly items: readonly { readonly value: T }[] } | undefined): readonly T[] =>
  (list?.items ?? []).map(({ value }) => value);

function workOf(
  me: Pick<Member, 'id'>,
  pages: readonly Page[],
  incidents: readonly Incident[],
  alerts: readonly Alert[],
): readonly Work[] {
  const paged: ReadonlySet<string | null> = new Set(pages.map(({ incidentId }) => incidentId));
  const pagedFor: ReadonlySet<string | null> = new Set(
    pages.map(({ subject }) => (subject.kind === 'alert' ? subject.alertId : null)),
  );
  const shared = pages.filter((page) => page.incidentId === null && (page.alertCount ?? 1) > 1);
  const sharing: ReadonlySet<string | null> = new Set(shared.map(({ id }) => id));
  return [
    ...incidents
      .map((incident): Extract<Work, { kind: 'incident' }> => ({
        kind: 'incident',
        id: incident.id,
        incident,
        roles: rolesOf(incident, me.id),
      }))
      .filter(({ id, roles }) => roles.length > 0 || paged.has(id))
      .toSorted((a, b) => a.incident.severity.localeCompare(b.incident.severity)),
    ...shared.map((page): Work => ({ kind: 'page', id: page.id, page })),
    ...alerts
      .filter(({ pageId }) => !sharing.has(pageId))
      .filter(
        ({ id, status, incidentId, acknowledgedBy }) =>
          status === 'acknowledged' && incidentId === null && (acknowledgedBy === me.id || pagedFor.has(id)),
      )
      .map((alert): Work => ({ kind: 'alert', id: alert.id, alert })),
  ];
}
