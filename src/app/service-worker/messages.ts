import { forgetPageMessage } from '#adapters/browser/kept-page.ts';

/** Messages of pages, and of another version of the service worker, to the service worker about the files it keeps. */
export type CachingMessage =
  /** Fetches every file of this version that is not kept yet. */
  | { readonly type: 'muster:keep-all' }
  /** Takes over from the version that runs. The answer, through the first port, is the cache key of this version's page. */
  | { readonly type: 'muster:take-over' }
  /**
   * Of the version that takes over, to the one that runs, which is replaced only when it has nothing under way: it stops keeping files,
   * and answers navigations with this page. `page`: its cache key.
   */
  | { readonly type: 'muster:give-way'; readonly page: string }
  | { readonly type: typeof forgetPageMessage };

export const isCachingMessage = (value: unknown): value is CachingMessage =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (['muster:keep-all', 'muster:take-over', forgetPageMessage].includes(String(value.type)) ||
    (value.type === 'muster:give-way' && 'page' in value && typeof value.page === 'string'));
