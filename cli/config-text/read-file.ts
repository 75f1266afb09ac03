/** The file of a configuration: bounded, YAML without surprises, and checked against the schema before anything is compared. */
import * as v from 'valibot';
import { parse } from 'yaml';
import { CliError } from '../cli-error.ts';
import { readTextFile } from '../read-text-file.ts';
import { type ConfigText, configTextSchema } from './schema.ts';

const largestFile = 2 * 1024 * 1024;
const mostFaults = 10;

/** @throws CliError that names the place of each fault */
export function readConfigText(file: string): ConfigText {
  const text = textIn(file);
  if (text === null) throw new CliError('usage', `${file} is larger than ${largestFile / 1024 / 1024} MiB.`);
  return parseConfigText(text, file);
}

function textIn(file: string): string | null {
  try {
    return readTextFile(file, largestFile);
  } catch {
    throw new CliError('usage', `${file} can’t be read. Make one with: muster export > ${file}`);
  }
}

function parseConfigText(text: string, file: string): ConfigText {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100, logLevel: 'error' });
  } catch (error) {
    throw new CliError(
      'usage',
      `${file} is no YAML: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const result = v.safeParse(configTextSchema, value ?? {});
  if (result.success) return result.output;
  const faults = result.issues
    .slice(0, mostFaults)
    .map((issue) => `  ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new CliError('usage', `${file} does not fit:\n${faults.join('\n')}`);
}
