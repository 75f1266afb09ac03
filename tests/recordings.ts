/**
 * Folder of the recordings of real systems: `shared` beside the project, or the one that `RECORDINGS` names. Recordings are never copied
 * into the project.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.resolve(root, process.env['RECORDINGS'] ?? '../shared');

/** The file or folder of this name; `null` where it is missing. */
export function recordingAt(name: string): string | null {
  const place = path.join(folder, name);
  return existsSync(place) ? place : null;
}

/** Reason of a skipped test. */
export const whyMissing = (name: string): string =>
  `the recordings ${name} are not beside the project, nor where RECORDINGS says`;
