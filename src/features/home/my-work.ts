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
import { useMyAcknowledgedPages } from '#src/data/queries/pages.ts';
import { useTeam } from '#src/data/queries/team.tsx';

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

/** Incidents first, the worst first. */
export function useMyWork(): readonly MyWork[] {
  const { me } = useTeam();
  const pages = useMyAcknowledgedPages();
  return useWork(me, pages).map((work) => {
    const ends = pages.filter((page) => isPageOf(work, page)).flatMap((page) => page.snoozedUntilAt ?? []);
    return { ...work, snoozedUntilAt: ends.length > 0 ? Math.min(...ends) : null };
  });
}

function isPageOf(work: Work, { id, incidentId }: Page): boolean {
  if (work.kind === 'incident') return incidentId === work.id;
  return id === (work.kind === 'page' ? work.id : work.alert.pageId);
}

function useWork(me: Pick<Member, 'id'>, pages: readonly Page[]): readonly Work[] {
  const incidents = useLiveIncidents().data?.items ?? [];
  const alerts = useAlerts().data?.items ?? [];
  const paged: ReadonlySet<string | null> = new Set(pages.map(({ incidentId }) => incidentId));
  const pagedFor: ReadonlySet<string | null> = new Set(
    pages.map(({ subject }) => (subject.kind === 'alert' ? subject.alertId : null)),
  );
  const shared = pages.filter((page) => page.incidentId === null && (page.alertCount ?? 1) > 1);
  const sharing: ReadonlySet<string | null> = new Set(shared.map(({ id }) => id));
  return [
    ...incidents
      .map(({ value }): Extract<Work, { kind: 'incident' }> => ({
        kind: 'incident',
        id: value.id,
        incident: value,
        roles: rolesOf(value, me.id),
      }))
      .filter(({ id, roles }) => roles.length > 0 || paged.has(id))
      .toSorted((a, b) => a.incident.severity.localeCompare(b.incident.severity)),
    ...shared.map((page): Work => ({ kind: 'page', id: page.id, page })),
    ...alerts
      .map(({ value }) => value)
      .filter(({ pageId }) => !sharing.has(pageId))
      .filter(
        ({ id, status, incidentId, acknowledgedBy }) =>
          status === 'acknowledged' && incidentId === null && (acknowledgedBy === me.id || pagedFor.has(id)),
      )
      .map((alert): Work => ({ kind: 'alert', id: alert.id, alert })),
  ];
}
