/** How long things take for the people who use the application. */
import type { Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/**
 * One measurement under way. Names: up to 100 characters, no leading or trailing space, no leading underscore. At most 32 metrics
 * (integers; others are cut down) and 5 attributes.
 */
export interface Trace {
  /** @throws performance/invalid-trace when started before */
  start(): void;
  /** @throws performance/invalid-trace when not running */
  stop(): void;
  /** @throws performance/invalid-metric */
  putMetric(name: string, value: number): void;
  incrementMetric(name: string, by?: number): void;
  /** 0 when not set. */
  metric(name: string): number;
  /** Name ≤ 40 and value ≤ 100 characters, no reserved prefix (firebase_, google_, ga_). @throws performance/invalid-attribute */
  putAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  attribute(name: string): string | null;
}

export interface TraceRecord {
  readonly kind: 'trace' | 'page' | 'network';
  readonly name: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Performance {
  trace(name: string): Trace;
  /** A measurement made elsewhere. */
  record(record: Omit<TraceRecord, 'kind'>): void;
  /** Off: nothing is kept or sent. Default on. */
  setEnabled(enabled: boolean): void;
  enabled(): boolean;
  /** The newest 200 records of this page, oldest first, then each new one. */
  watchRecords(next: (records: readonly TraceRecord[]) => void): Unsubscribe;
}

export const performanceToken = portToken<Performance>('performance');
