/** The file of a configuration: bounded, YAML without surprises, and checked against the schema before anything is compared. */
import { readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { CliError } from '../cli-error.ts';
import { type ConfigText, configTextSchema } from './schema.ts';

const largestFile = 2 * 1024 * 1024;
const mostFaults = 10;

/** @throws CliError that names the place of each fault */
export function readConfigText(file: string): ConfigText {
  let text: string;
  try {
    if ((statSync(file).size ?? 0) > largestFile)
      throw new CliError('usage', `${file} is larger than ${largestFile / 1024 / 1024} MiB.`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('usage', `${file} can’t be read. Make one with: muster export > ${file}`);
  }
  return parseConfigText(text, file);
}

function parseConfigText(text: string, file: string): ConfigText {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
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
