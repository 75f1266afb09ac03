/** Receipts: for each device the proof of how far a page got. A failed one is dropped: nobody could do anything about it. */
import { useEffect, useEffectEvent } from 'react';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { useCommand, usePendingCommands } from '../client/commands.ts';
import { useTabVisible } from '../tab-visible.ts';
import { useDeliveries } from './pages.ts';
import { useTeam } from './team.tsx';
import { useThisTarget } from './this-target.ts';

export interface ReceiptOf {
  readonly pageId: string;
  readonly deliveryId: string;
}

export type SeenHere = 'shown' | 'opened';

export function useReceipt(): (of: ReceiptOf, receipt: SeenHere) => void {
  const { mutateAsync } = useCommand('recordReceipt');
  return (of, receipt) => {
    mutateAsync({ ...of, receipt }).catch(() => undefined);
  };
}

/**
 * While mounted, records the receipt `shown` for the page's deliveries to this device once the tab is visible; likewise for
 * deliveries without a device, which only an open screen can show.
 */
export function useShownReceipts(page: Page): void {
  const { me } = useTeam();
  const here = useThisTarget();
  const deliveries = useDeliveries(page.id).data?.items;
  const pending = usePendingCommands('recordReceipt');
  const visible = useTabVisible();
  const receipt = useReceipt();

  const onItsWay = (delivery: Delivery) => pending.some(({ input }) => input.deliveryId === delivery.id);
  const mine = (deliveries ?? [])
    .map(({ value }) => value)
    .filter(({ userId, to }) => userId === me.id && (to === null || to.target === here?.target));
  const unproved = mine.filter(({ shownAt }) => shownAt === null).map(({ id }) => id);
  const tell = useEffectEvent(() => {
    for (const delivery of mine)
      if (delivery.shownAt === null && !onItsWay(delivery))
        receipt({ pageId: page.id, deliveryId: delivery.id }, 'shown');
  });
  const key = unproved.join(' ');
  useEffect(() => {
    if (visible && key !== '') tell();
  }, [visible, key]);
}
