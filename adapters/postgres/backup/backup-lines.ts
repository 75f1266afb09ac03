/**
 * Backups: a gzip file of JSON lines. First `{ format, tables, at }`; then a line `{ table, columns }` for each table, followed by its rows
 * as lists of texts; `{ sequences }`; a line `{ content }` for each content of a file, followed by its pieces in base64; last
 * `{ end, rows, contents }`.
 */
import * as v from 'valibot';
import { PortError } from '#ports/errors.ts';

export const backupFormat = 'muster-backup-1';

/** `tables`: number of the migrations that made them. `at`: epoch milliseconds. */
const headerSchema = v.object({ format: v.literal(backupFormat), tables: v.number(), at: v.number() });
const tableSchema = v.object({ table: v.string(), columns: v.array(v.string()) });
const sequencesSchema = v.object({ sequences: v.record(v.string(), v.nullable(v.string())) });
const contentSchema = v.object({ content: v.string() });
const endSchema = v.object({ end: v.literal(true), rows: v.number(), contents: v.number() });
const rowSchema = v.array(v.nullable(v.string()));
const pieceSchema = v.string();

const lineSchema = v.union([
  headerSchema,
  tableSchema,
  sequencesSchema,
  contentSchema,
  endSchema,
  rowSchema,
  pieceSchema,
]);

export type BackupLine = v.InferOutput<typeof lineSchema>;
export type BackupRow = v.InferOutput<typeof rowSchema>;

export const lineText = (line: BackupLine): string => `${JSON.stringify(line)}\n`;

/** @throws PortError data-loss */
export function lineOf(text: string): BackupLine {
  try {
    return v.parse(lineSchema, JSON.parse(text));
  } catch (cause) {
    throw damaged(cause);
  }
}

export const damaged = (cause?: unknown): PortError =>
  new PortError('data-loss', 'This is no whole backup: it is damaged, or of another program.', { cause });
