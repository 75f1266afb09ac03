/** How long things take for the people who use the application. */
import type { Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/**
 * A trace: a single measurement, not reusable. Names of traces and metrics: 1 to 100 characters, no leading or trailing
 * space, no leading underscore. At most 32 metrics (integers; others are rounded down) and 5 attributes.
 */
export interface Trace {
  /** @throws performance/invalid-trace when started before */
  start(): void;
  /** Makes the record, as it is then. @throws performance/invalid-trace when not running */
  stop(): void;
  /** Before, while or after it runs; after, the record stays as it is. @throws performance/invalid-metric */
  putMetric(name: string, value: number): void;
  /** By 1 unless told; from 0 when not set. @throws performance/invalid-metric */
  incrementMetric(name: string, by?: number): void;
  /** 0 when not set. */
  metric(name: string): number;
  /**
   * Name: a letter, then letters, digits and `_`, up to 40 in all; a provider may reserve prefixes. Value: 1 to 100
   * characters. @throws performance/invalid-attribute
   */
  putAttribute(name: string, value: string): void;
  /** Does nothing when there is none. */
  removeAttribute(name: string): void;
  /** `null` when not set. */
  attribute(name: string): string | null;
}

export interface TraceRecord {
  /** Pages loaded and requests made are measured by themselves, with the times in milliseconds and the sizes in bytes as metrics. */
  readonly kind: 'trace' | 'page' | 'network';
  /** Of a page or a request its address, without query, fragment, name and password. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Switch of the measuring. */
export interface TraceCollection {
  /** Off: what stops or is recorded meanwhile is neither kept nor sent. Default on, for each page anew. */
  setEnabled(enabled: boolean): void;
  enabled(): boolean;
}

/** Measuring never waits for the backend, and never fails because of it: records are sent when that is convenient. */
export interface Performance {
  /** Not yet started. @throws performance/invalid-trace for a bad name */
  trace(name: string): Trace;
  /**
   * A measurement made elsewhere; copied. @throws performance/invalid-trace for a bad name or time,
   * performance/invalid-metric, performance/invalid-attribute
   */
  record(record: Omit<TraceRecord, 'kind'>): void;
  /** The newest 200 records of this page, oldest first: now, asynchronously, and whenever there is a new one. */
  watchRecords(next: (records: readonly TraceRecord[]) => void): Unsubscribe;

  readonly collection: TraceCollection | null;
}

export const performanceToken = portToken<Performance>('performance');
