/** Command of the command line: its type. */
import type { ParseArgsConfig } from 'node:util';
import type { MusterApi } from './api.ts';

type CliOptions = NonNullable<ParseArgsConfig['options']>;

export interface CliInput {
  readonly positionals: readonly string[];
  /** Value of an option that takes one; undefined: not given. */
  text(name: string): string | undefined;
  /** Values of an option that may be given several times. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
  /** Milliseconds since 1970, by the clock of this machine. */
  now(): number;
}

/** Lines for a person, and the same as data for `--json`. */
export interface CliAnswer {
  readonly lines: readonly string[];
  readonly data: unknown;
}

export interface CliCommand {
  /** Arguments as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly options: CliOptions;
  run(api: MusterApi, input: CliInput): Promise<CliAnswer>;
}

/** Time for a person, in UTC, precise to a minute. */
export const timeText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
