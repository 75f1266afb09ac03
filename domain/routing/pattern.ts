/** Regular expressions of routing rules, as the domain knows them: compiled by whoever has RE2 (`api/routing-patterns.ts`). */
export type CompiledPattern =
  | {
      readonly ok: true;
      /** Instructions: matching takes time in proportion to them and to the length of the text. */
      readonly size: number;
      /** Whether the whole text matches. */
      matches(text: string): boolean;
    }
  /** `problem`: a sentence. */
  | { readonly ok: false; readonly problem: string };

export type PatternCompiler = (pattern: string) => CompiledPattern;

/** Compiler of rules without patterns, where RE2 isn't loaded. */
export const noPatterns: PatternCompiler = () => ({
  ok: false,
  problem: 'Regular expressions could not be loaded.',
});
