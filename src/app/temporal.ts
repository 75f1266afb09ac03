/**
 * Alias of `temporal-polyfill` in browser builds: the browser's own Temporal, or the polyfill, fetched where it is missing.
 */
import type { Temporal as Api } from 'temporal-polyfill';

const native = (globalThis as { readonly Temporal?: typeof Api }).Temporal;

export const Temporal: typeof Api = native ?? (await import('temporal-polyfill/implementation')).Temporal;
