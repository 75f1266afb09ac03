/**
 * In the place of `temporal-polyfill` in what runs in browsers: those that have Temporal use their own, and only the others fetch
 * the stand-in.
 */
import type { Temporal as Api } from 'temporal-polyfill';

const native = (globalThis as { readonly Temporal?: typeof Api }).Temporal;

export const Temporal: typeof Api = native ?? (await import('temporal-polyfill/implementation')).Temporal;
