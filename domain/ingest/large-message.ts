/**
 * Reads of a message that is too large as much as fits. The text is looked through once for each level, and only small parts of it
 * become values: a large list keeps its first elements, a large object its small fields. Of further alerts of a group what decides who
 * is paged is kept.
 */
import { endOfText, parseJson } from './json.ts';
import { fieldsOf, scalarText } from './parts.ts';

/** Code units of a part that is read whole. */
const smallPart = 64 * 1024;
/** Code units of all parts that are read, and of those that lists may take: fields behind a list are as important. */
const mostOfAll = 4 * 1024 * 1024;
const mostOfLists = 3 * 1024 * 1024;
/** Depth to which a large part is divided, and number of parts that are read. */
const deepest = 5;
const mostParts = 50_000;
/** Code units of a severity. */
const longestSeverity = 100;

interface LargeMessage {
  /** Undefined: there is nothing to read. */
  readonly value: unknown;
  /** Number of alerts that were left out, and of those that were thinned. */
  readonly alerts: { readonly leftOut: number; readonly thinned: number };
  /** Number of fields that were left out of objects. */
  readonly fields: number;
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

export function readLarge(text: string): LargeMessage {
  return new Reading(text).all();
}

class Reading {
  private readonly text: string;
  private readonly alerts = { leftOut: 0, thinned: 0 };
  private fields = 0;
  private size = 0;
  private count = 0;

  constructor(text: string) {
    this.text = text;
  }

  all(): LargeMessage {
    const start = this.skip(this.text.startsWith('\uFEFF') ? 1 : 0);
    const value = this.read(start, this.text.length, [], mostOfAll);
    return { value, alerts: this.alerts, fields: this.fields };
  }

  /** The value of the part from `start` to `end`; undefined for one that is left out. */
  private read(start: number, end: number, path: readonly string[], most: number): unknown {
    const size = end - start;
    if (this.count === mostParts) return undefined;
    if (size <= smallPart) {
      if (this.size + size > most) return undefined;
      this.size += size;
      this.count += 1;
      return parseJson(this.text.slice(start, end));
    }
    if (path.length >= deepest) return undefined;
    const first = this.text.charAt(start);
    if (first === '[') return this.list(start, path);
    return first === '{' ? this.object(start, path) : undefined;
  }

  private list(start: number, path: readonly string[]): unknown[] {
    const list: unknown[] = [];
    const inside = [...path, '*'];
    const isOfAlerts = path.length === 1 && path[0] === 'alerts';
    for (const { at, end } of this.parts(start)) {
      const value =
        this.read(at, end, inside, mostOfLists) ?? (isOfAlerts ? this.thinned(at, end) : undefined);
      if (value !== undefined) list.push(value);
      else if (isOfAlerts) this.alerts.leftOut += 1;
    }
    return list;
  }

  /** The status and the severity of an alert. */
  private thinned(start: number, end: number): unknown {
    if (this.count === mostParts || end - start > smallPart) return undefined;
    const alert = fieldsOf(parseJson(this.text.slice(start, end)));
    if (alert === null) return undefined;
    this.count += 1;
    this.alerts.thinned += 1;
    const severity = scalarText(fieldsOf(alert['labels'])?.['severity']);
    const status = alert['status'] === 'resolved' ? 'resolved' : 'firing';
    return { status, labels: severity === null ? {} : { severity: severity.slice(0, longestSeverity) } };
  }

  private object(start: number, path: readonly string[]): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (const { name, at, end } of this.parts(start)) {
      const value = this.read(at, end, [...path, name], mostOfAll);
      if (value === undefined) this.fields += 1;
      else entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  }

  /** The fields of the object, or the elements of the list, that begins at `start`. Ends early where the text is no JSON. */
  private *parts(
    start: number,
  ): Generator<{ readonly name: string; readonly at: number; readonly end: number }> {
    const isObject = this.text.charAt(start) === '{';
    let at = this.skip(start + 1);
    while (at < this.text.length && !'}]'.includes(this.text.charAt(at))) {
      let name = '';
      if (isObject) {
        const end = this.text.charAt(at) === '"' ? endOfText(this.text, at) : this.text.length;
        const colon = this.skip(end);
        if (this.text.charAt(colon) !== ':') return;
        name = this.nameFrom(at, end);
        at = this.skip(colon + 1);
      }
      const end = this.endOf(at);
      yield { name, at, end };
      const comma = this.skip(end);
      if (this.text.charAt(comma) !== ',') return;
      at = this.skip(comma + 1);
    }
  }

  /** A name that is too long to be one that is looked for is cut. */
  private nameFrom(start: number, end: number): string {
    const name = this.text.slice(start, Math.min(end, start + smallPart));
    return name.includes('\\') ? String(parseJson(name)) : name.slice(1, -1);
  }

  /** Index behind the value that begins at `at`. */
  private endOf(at: number): number {
    const first = this.text.charAt(at);
    if (first === '"') return endOfText(this.text, at);
    if (first !== '{' && first !== '[') return this.endOfScalar(at);
    let depth = 0;
    for (let index = at; index < this.text.length; index += 1) {
      const unit = this.text.charCodeAt(index);
      if (unit === code.quote) index = endOfText(this.text, index) - 1;
      else if (unit === code.openList || unit === code.openObject) depth += 1;
      else if ((unit === code.closeList || unit === code.closeObject) && --depth === 0) return index + 1;
    }
    return this.text.length;
  }

  /** Index of the first sign from `at` that is not blank. */
  private skip(at: number): number {
    let index = at;
    while (isBlank(this.text.charCodeAt(index))) index += 1;
    return Math.min(index, this.text.length);
  }

  private endOfScalar(at: number): number {
    let index = at;
    while (index < this.text.length && !endsScalar(this.text.charCodeAt(index))) index += 1;
    return index;
  }
}

const isBlank = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
const endsScalar = (unit: number): boolean =>
  unit === code.comma || unit === code.closeList || unit === code.closeObject || isBlank(unit);
