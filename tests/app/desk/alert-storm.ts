/** Storm of different alerts of every service in the demonstration, its outcome on a desk, and the progress of its sender. */
import { type StormOutcome, stormOutcome } from '#tests/app/functions/storm.ts';
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

/** Makes the catalogue, the only service without pages, page the shop. `mei`: an admin. */
export const pageForCatalogue = (mei: DeskPerson) =>
  mei.command('saveService', {
    ...{ serviceId: 'catalogue', name: 'Catalogue import', description: '', policyId: 'shop' },
    ...{ ownerId: null, supportHours: null, dependsOn: [], expectedRevision: 1 },
  });

export const stormAt = async (person: DeskPerson): Promise<StormOutcome> =>
  stormOutcome(await person.newAlerts(), await person.newPages());

/** Whether Alertmanager has processed `groups` groups since its start, and everything it sent was accepted. */
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
