import { forgetPageMessage } from '#adapters/browser/kept-page.ts';

/** Messages of pages, and of an older service worker, to the service worker about the files it keeps. */
export type CachingMessage =
  /** Fetches every file of this version that is not kept yet. */
  | { readonly type: 'muster:keep-all' }
  /** Takes over from the version that runs. The answer, through the first port, is the cache key of this version's page. */
  | { readonly type: 'muster:take-over' }
  | { readonly type: typeof forgetPageMessage };

export const isCachingMessage = (value: unknown): value is CachingMessage =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  ['muster:keep-all', 'muster:take-over', forgetPageMessage].includes(String(value.type));
