/** A storm: different alerts of every service of the demonstration, what a desk made of them, and whether their sender is through. */
import type { Page } from '#domain/page/schema.ts';
import type { Alertmanager, PrometheusAlert } from './alertmanager.ts';
import { serviceIds } from './alertmanager-config.ts';
import type { DeskPerson } from './desk-person.ts';

/** Spread evenly over the services, unless `serviceOf` says otherwise. */
export const stormOf = (
  count: number,
  serviceOf = (n: number): string => serviceIds[n % serviceIds.length] ?? '',
): readonly PrometheusAlert[] =>
  Array.from({ length: count }, (_, n) => ({
    labels: { alertname: 'DiskFull', instance: `host-${n}`, service: serviceOf(n), severity: 'critical' },
    summary: `The disk of host-${n} is full`,
  }));

/** The one service of the demonstration that pages nobody, the catalogue, pages the shop from now on. `mei`: an admin. */
export const pageForCatalogue = (mei: DeskPerson) =>
  mei.command('saveService', {
    ...{ serviceId: 'catalogue', name: 'Catalogue import', description: '', policyId: 'shop' },
    ...{ ownerId: null, supportHours: null, dependsOn: [], expectedRevision: 1 },
  });

export interface StormOutcome {
  readonly alerts: number;
  /** Of these so many differ. */
  readonly different: number;
  readonly open: number;
  /** That no page asks about. */
  readonly unpaged: number;
  readonly pages: readonly Page[];
  /** Alerts that pages say they ask for. */
  readonly asked: number;
  /** Pages that asked somebody more than once. */
  readonly askedTwice: number;
}

export async function stormOutcome(person: DeskPerson): Promise<StormOutcome> {
  const [alerts, pages] = await Promise.all([person.newAlerts(), person.newPages()]);
  const ids = new Set<string | null>(pages.map(({ id }) => id));
  return {
    alerts: alerts.length,
    different: new Set(alerts.map(({ serviceId, summary }) => `${serviceId} ${summary}`)).size,
    open: alerts.filter(({ status }) => status === 'open').length,
    unpaged: alerts.filter(({ pageId }) => !ids.has(pageId)).length,
    pages,
    asked: pages.reduce((sum, { alertCount = 1 }) => sum + alertCount, 0),
    askedTwice: pages.filter(({ notified }) => notified.some(({ times }) => times > 1)).length,
  };
}

/** Whether it has looked at so many groups since its start, and everything it sent was taken. */
export async function isThrough(alertmanager: Alertmanager, groups: number): Promise<boolean> {
  const [looked, sent, gaveUp, tries, failed] = (await Promise.all(
    [
      'nflog_queries',
      'notifications',
      'notifications_failed',
      'notification_requests',
      'notification_requests_failed',
    ].map((name) => alertmanager.counter(`alertmanager_${name}_total`)),
  )) as [number, number, number, number, number];
  return looked >= groups && tries - failed === sent - gaveUp;
}
