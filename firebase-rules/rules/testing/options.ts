/** Options of a test of rules, beside the rules and the data. */
import type { OptionNames } from '#ports/options.ts';
import type { DocData } from '#ports/docs/values.ts';

/** Documents by path. */
export type Documents = Readonly<Record<string, DocData>>;

export interface RulesTestOptions {
  /** Time of the requests, in epoch milliseconds. Default: the beginning of 2026. */
  readonly time?: number;
}

export interface FileRulesTestOptions extends RulesTestOptions {
  /** Documents for `firestore.get` and `firestore.exists`. */
  readonly documents?: Documents;
  readonly bucket?: string;
}

export const rulesTestOptions = { time: true } as const satisfies OptionNames<RulesTestOptions>;

export const fileRulesTestOptions = {
  ...rulesTestOptions,
  documents: true,
  bucket: true,
} as const satisfies OptionNames<FileRulesTestOptions>;
