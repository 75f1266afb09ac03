/** A list of any length whose last rows are shown, and earlier ones page by page on request. All that is loaded is live. */
import type { LiveList } from './documents.ts';
import type { PagedList } from './paged-list.ts';
import type { PageSizes } from './paged-query.ts';

/** Pages of such a list: the reader decides how many. */
export const earlierPages: PageSizes = { page: 50, pages: Number.POSITIVE_INFINITY };

export interface RowsWithEarlier<T> extends LiveList<T> {
  /** Number of all rows; null while unknown. */
  readonly total: number | null;
  /** Number of rows before those that are loaded; null while unknown. */
  readonly earlier: number | null;
  readonly isLoadingEarlier: boolean;
  loadEarlier(): void;
}

/** A paged list as such rows, in the order of its query. */
export function withEarlier<T>(list: PagedList<T>): RowsWithEarlier<T> {
  const { items, unreadable, before, offset, total, pages } = list;
  const loaded = items.length + unreadable.length;
  // Less than a page is everything that is known, also without a connection.
  const isWhole = before === 'end' || loaded < earlierPages.page;
  return {
    ...list,
    total: isWhole ? items.length : total === null ? null : total - unreadable.length,
    earlier: isWhole ? 0 : offset,
    isLoadingEarlier: before === 'loading',
    loadEarlier: () => pages.older(),
  };
}

/** The rows with other items, as after changes that wait to be sent. */
export const withItems = <T>(list: RowsWithEarlier<T>, items: LiveList<T>['items']): RowsWithEarlier<T> => ({
  ...list,
  items,
  total: list.total === null ? null : list.total + items.length - list.items.length,
});
