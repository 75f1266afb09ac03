/** What tests of rules may be told beside the rules and the data. */
import type { OptionNames } from '#ports/options.ts';
import type { Documents } from './documents.ts';

export interface RulesTestOptions {
  /** When the requests are made, in epoch milliseconds. Default: the beginning of 2026. */
  readonly time?: number;
}

export interface FileRulesTestOptions extends RulesTestOptions {
  /** What `firestore.get` and `firestore.exists` see. */
  readonly documents?: Documents;
  readonly bucket?: string;
}

export const rulesTestOptions = { time: true } as const satisfies OptionNames<RulesTestOptions>;

export const fileRulesTestOptions = {
  ...rulesTestOptions,
  documents: true,
  bucket: true,
} as const satisfies OptionNames<FileRulesTestOptions>;
