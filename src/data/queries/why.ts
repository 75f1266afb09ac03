/** Reasons of an alert's or a page's recipients, from the data that this reader may read. */
import { useMemo } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { type PagingReason, whyAlert, whyPage, whyPerson } from '#domain/page/why.ts';
import { links } from '../links.ts';
import { useMaintenance } from './maintenance.ts';
import { useSchedules } from './on-call.ts';
import { useDeliveries } from './pages.ts';
import { usePeople } from './team.tsx';

/** The names and addresses that reasons need. */
export function useReasonNames() {
  const people = usePeople();
  const schedules = useSchedules().data?.items;
  const windows = useMaintenance().data?.items;
  return {
    person: people.name,
    schedule: (id: string) =>
      schedules?.find(({ value }) => value.id === id)?.value.name ?? (schedules ? 'a removed schedule' : '…'),
    maintenance: (id: string) => ({
      name: windows?.find(({ value }) => value.id === id)?.value.name ?? (windows ? 'that is gone' : '…'),
      href: links.maintenanceWindow(id),
    }),
    alertsOfPage: links.alertsOfPage,
  };
}

/** Null until they have been read. */
function useBundled(pageId: string) {
  const { data, error } = useDeliveries(pageId);
  return useMemo(() => (error ? [] : (data?.items.map(({ value }) => value) ?? null)), [data, error]);
}

export const whyUnpagedAlert = (alert: Alert): readonly PagingReason[] => whyAlert(alert, null, []);

export function useAlertReasons(alert: Alert, page: Page): readonly PagingReason[] | null {
  const deliveries = useBundled(page.id);
  return deliveries && whyAlert(alert, page, deliveries);
}

export function usePageReasons(page: Page): readonly PagingReason[] | null {
  const deliveries = useBundled(page.id);
  return deliveries && whyPage(page, deliveries);
}

/** Reasons why this person was notified. */
export function usePersonReasons(page: Page, userId: string): readonly PagingReason[] | null {
  const deliveries = useBundled(page.id);
  return deliveries && whyPerson(page, userId, deliveries);
}
