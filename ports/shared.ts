/** Types that several ports share, declared without the DOM library. */
import type { PortError } from './errors.ts';

/**
 * Ends a subscription. Calling it again does nothing; nothing is delivered after the first call, not even what is on its
 * way. Of every subscription: nothing is delivered inside the call that makes it either, each is its own even when the
 * callback is the same, and what one callback throws keeps nothing from the others.
 */
export type Unsubscribe = () => void;

/** Counter of a client's open subscriptions. */
export interface Subscriptions {
  /** Counts a subscription until the returned function is called; what is left over at disposal is a leak a test can see. */
  trackSubscription(): () => void;
}

/**
 * Receives values until unsubscribed; `error` is called at most once, and ends the subscription. A loss of the network is
 * no error: the subscription waits, and goes on by itself.
 */
export interface Observer<T> {
  next(value: T): void;
  error?(error: PortError): void;
}

/** The part of the platform's `AbortSignal` that ports use. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of the platform's `Blob` that ports use. */
export interface BlobLike {
  readonly size: number;
  readonly type: string;
  slice(start?: number, end?: number): BlobLike;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Data that survives JSON: what calls, messages and realtime values are made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
