/** Reads the parts of a message as far as they fit: an odd part is left out, named, and costs nothing else of the message. */
import { sentTime } from './sent-time.ts';

export type SentFields = Readonly<Record<string, unknown>>;

/** Names of odd parts in a sentence, at most. */
const mostNamed = 10;

/** The object of a part, as its own fields; null for anything else. */
export const fieldsOf = (value: unknown): SentFields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SentFields) : null;

/** Text, a number, true or false, as text; null for anything else. */
export const scalarText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** An absent part and one that is `null` are the same: nothing. */
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

export class PartReader {
  private readonly odd = new Set<string>();

  /** `name`: of the part in the sender's format. */
  leaveOut(name: string): void {
    this.odd.add(name);
  }

  /** '' for a part that is absent or odd. */
  text(value: unknown, name: string): string {
    const text = scalarText(value);
    if (text === null && !isAbsent(value)) this.leaveOut(name);
    return text ?? '';
  }

  /** Texts by their names, such as labels. Numbers, true and false become text; other values are left out. */
  texts(value: unknown, name: string): Readonly<Record<string, string>> {
    const fields = fieldsOf(value);
    if (fields === null) {
      if (!isAbsent(value)) this.leaveOut(name);
      return {};
    }
    // Own fields, whatever their names are: an assignment would lose one such as `__proto__`.
    return Object.fromEntries(
      Object.entries(fields).flatMap(([field, part]): [string, string][] => {
        const text = scalarText(part);
        if (text === null && !isAbsent(part)) this.leaveOut(name);
        return text === null ? [] : [[field, text]];
      }),
    );
  }

  /** Elements of a list; none for a part that is no list. */
  list(value: unknown, name: string): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (!isAbsent(value)) this.leaveOut(name);
    return [];
  }

  /** Null for a part that is absent, blank or no time. */
  time(value: unknown, name: string): number | null {
    const moment = this.text(value, name).trim();
    if (moment === '') return null;
    const time = sentTime(moment);
    if (time === null) this.leaveOut(name);
    return time;
  }

  /** A number of things, from 0 to `most`. */
  count(value: unknown, most: number, name: string): number {
    const text = this.text(value, name).trim();
    const count = Number(text);
    if (count >= 0) return Math.min(most, Math.floor(count));
    this.leaveOut(name);
    return 0;
  }

  /** Sentences to the sender about parts that were left out: names of the format's parts, never content. */
  warnings(): readonly string[] {
    const names = [...this.odd];
    if (names.length === 0) return [];
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    return [`Left out, because it can’t be read: ${names.slice(0, mostNamed).join(', ')}${more}.`];
  }
}
