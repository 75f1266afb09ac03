/** The audit as files: JSON with everything, CSV with one row a field for spreadsheets. */
import type { AuditEntry } from './schema.ts';

/** Time with its zone: `2026-11-23T05:54:00.000Z`. */
const timeOf = (at: number) => new Date(at).toISOString();

export const auditJson = (entries: readonly AuditEntry[]): string =>
  `${JSON.stringify(
    entries.map(({ createdAt, createdBy, byName, command, subject, incidentId, changes, omitted }) => ({
      at: timeOf(createdAt),
      by: { id: createdBy, name: byName },
      command,
      subject,
      incidentId,
      changes: changes.map(({ fields, ...change }) => ({
        ...change,
        fields: fields.map(({ field, before, after }) => ({
          field,
          before: read(before),
          after: read(after),
        })),
      })),
      omittedFields: omitted,
    })),
    null,
    2,
  )}\n`;

const columns = [
  'at',
  'by',
  'by_name',
  'command',
  'subject_kind',
  'subject_id',
  'subject',
  'incident_id',
  'changed_kind',
  'changed_id',
  'change',
  'field',
  'before',
  'after',
] as const;

/** RFC 4180, with a row for each field that was changed, and one for a command that changed none. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.flatMap((entry) => {
    const { createdAt, createdBy, byName, command, subject, incidentId, changes } = entry;
    const of = [timeOf(createdAt), createdBy, byName, command, subject.kind, subject.id, subject.label];
    const begun = [...of, incidentId ?? ''];
    const told = changes.flatMap(({ kind, id, change, fields }) => {
      const about = [...begun, kind, id, change];
      if (fields.length === 0) return [[...about, '', '', '']];
      return fields.map(({ field, before, after }) => [...about, field, before ?? '', after ?? '']);
    });
    return told.length > 0 ? told : [[...begun, '', '', '', '', '', '']];
  });
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** A spreadsheet runs what begins like a formula: an apostrophe in front makes it text. */
export function csvCell(text: string): string {
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text;
  return /[",\r\n']/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A value as it was; one that was cut short stays text. */
export function read(value: string | null): unknown {
  if (value === null) return null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
