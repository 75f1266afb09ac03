/** How loud a page is on a screen: three looks, so that what wakes somebody is not what can wait. */
import type { Page } from './schema.ts';

/** `critical` covers the screen in the signal colour; `drill` covers it without; `low` is a notice beside the work. */
export type PageLook = 'critical' | 'drill' | 'low';

/** Order in which pages are shown: what needs somebody most first. */
const order: readonly PageLook[] = ['critical', 'drill', 'low'];

export function pageLook({ subject, urgency }: Pick<Page, 'subject' | 'urgency'>): PageLook {
  if (subject.kind === 'drill') return 'drill';
  return urgency === 'high' ? 'critical' : 'low';
}

export const takesScreen = (page: Pick<Page, 'subject' | 'urgency'>): boolean => pageLook(page) !== 'low';

/** Order of pages on a screen: by look, then the oldest first. */
export const byLook = (one: Page, other: Page): number =>
  order.indexOf(pageLook(one)) - order.indexOf(pageLook(other)) || one.createdAt - other.createdAt;

const flags: Readonly<Record<PageLook, string>> = {
  critical: 'You are paged',
  drill: 'Drill',
  low: 'Low urgency',
};

/** The label of a page. */
export const lookWord = (look: PageLook): string => flags[look];

/** “1 page waits for you”; null: none does. The loudest kind alone is said. */
export function waitingText(pages: readonly Pick<Page, 'subject' | 'urgency'>[]): string | null {
  const count = (look: PageLook) => pages.filter((page) => pageLook(page) === look).length;
  const [critical, drills, low] = [count('critical'), count('drill'), count('low')];
  if (critical > 0) return critical === 1 ? '1 page waits for you' : `${critical} pages wait for you`;
  if (low > 0)
    return low === 1 ? '1 low-urgency page waits for you' : `${low} low-urgency pages wait for you`;
  return drills === 0 ? null : 'A drill waits for you';
}

/** “1 page waits for Lin”, of pages that wait for others; null: none does. */
export function othersText(
  pages: readonly Pick<Page, 'waitingFor'>[],
  nameOf: (userId: string) => string,
): string | null {
  const [first, ...more] = pages;
  if (first === undefined) return null;
  if (more.length > 0) return `${pages.length} pages wait for others`;
  const [userId, ...others] = first.waitingFor;
  return userId === undefined || others.length > 0
    ? '1 page waits for others'
    : `1 page waits for ${nameOf(userId)}`;
}
