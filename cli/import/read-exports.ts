/** Files of an export: bounded before they are read, JSON before anything is made of it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';

const mebibyte = 1024 * 1024;
const bounds = { file: 16 * mebibyte, all: 64 * mebibyte, files: 500, depth: 40, values: 2_000_000 } as const;

export interface ExportFile {
  readonly file: string;
  readonly value: unknown;
}

/** `places`: files, and folders whose `.json` files are read. @throws CliError that names the file */
export function readExports(places: readonly string[]): readonly ExportFile[] {
  const files = places.flatMap(filesOf);
  if (files.length === 0)
    throw new CliError('usage', 'There is no .json file in it. Save the answers of the API first.');
  if (files.length > bounds.files)
    throw new CliError('usage', `There are ${files.length} files. Import at most ${bounds.files} at once.`);
  const sizes = files.map((file) => [file, sizeOf(file)] as const);
  for (const [file, size] of sizes)
    if (size > bounds.file)
      throw new CliError('usage', `${file} is larger than ${bounds.file / mebibyte} MiB.`);
  if (sizes.reduce((sum, [, size]) => sum + size, 0) > bounds.all)
    throw new CliError('usage', `The files together are larger than ${bounds.all / mebibyte} MiB.`);
  return files.map((file) => ({ file, value: jsonOf(file) }));
}

function filesOf(place: string): readonly string[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined)
    throw new CliError('usage', `${place} can’t be read: there is no such file or folder.`);
  if (!found.isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => name.toLowerCase().endsWith('.json'))
    .toSorted()
    .map((name) => path.join(place, name));
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw new CliError('usage', `${file} is no file that can be read.`);
  return found.size;
}

function jsonOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CliError('usage', `${file} can’t be read.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    throw new CliError(
      'usage',
      `${file} is no JSON, or ends in the middle. Save the whole answer of the API.`,
    );
  }
  requireBounded(file, value);
  return value;
}

/** Without recursion, which a deep value would end. */
function requireBounded(file: string, value: unknown): void {
  let level: readonly unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > bounds.depth)
      throw new CliError('usage', `${file} is nested deeper than ${bounds.depth} levels.`);
    if (count > bounds.values) throw new CliError('usage', `${file} has more than ${bounds.values} values.`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
}
