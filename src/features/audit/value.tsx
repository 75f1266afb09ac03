/** A value of an audit entry for people: names for user ids, times as times, lists as lists. */
import { read } from '#domain/audit/export.ts';
import type { MemberDirectory } from '#src/data/queries/team.tsx';

interface Reading {
  readonly people: Pick<MemberDirectory, 'find' | 'name'>;
  /** Formats a time. */
  readonly time: (at: number) => string;
}

/** `field` is the path of the field, `roles.commander`. */
export function valueText(field: string, value: string | null, reading: Reading): string {
  if (value === null) return '—';
  return told(read(value), field, reading);
}

function told(value: unknown, field: string, reading: Reading): string {
  if (value === null || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return field.endsWith('At') ? reading.time(value) : String(value);
  if (typeof value === 'string') return reading.people.find(value)?.displayName ?? value;
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one: unknown) => told(one, field, reading)).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${told(part, name, reading)}`)
    .join('; ');
}
