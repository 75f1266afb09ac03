/** Headings of the reasons why a page asked its recipients, or nobody. */
import type { Page } from './schema.ts';

export const readerPaged = 'Why was I paged?';
export const nobodyPaged = 'Why was nobody paged?';

/** `userId`: the reader. */
export function reasonsTitle({ notified }: Pick<Page, 'notified'>, userId: string): string {
  if (notified.length === 0) return nobodyPaged;
  return notified.some((one) => one.userId === userId) ? readerPaged : 'Why were they paged?';
}
