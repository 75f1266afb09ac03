/** Automatic measurements of a browser, as records. */
import { mapFields } from '../visit-values.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';

/** Globals of every platform, declared without the DOM library. */
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): { readonly protocol: string; readonly origin: string; readonly pathname: string };
};

/** A page that was loaded, or a request that was answered, as the browser measured it. */
export interface BrowserTiming {
  readonly kind: 'page' | 'network';
  readonly address: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** As production cuts an address. */
const longestAddress = 2000;

/** `null` for what is not measured: an address that is none of the web. */
export function automaticRecord(timing: BrowserTiming): TraceRecord | null {
  const name = address(timing.address);
  if (name === null) return null;
  const { kind, startedAt, durationMs } = timing;
  const metrics = mapFields(timing.metrics, (value) => Math.max(0, Math.floor(value)));
  return Object.freeze({
    kind,
    name,
    startedAt,
    durationMs,
    metrics: Object.freeze(metrics),
    attributes: Object.freeze({}),
  });
}

/** Without what may tell of a person: name and password, query and fragment. */
function address(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return `${url.origin}${url.pathname}`.slice(0, longestAddress);
}
