/** Compiled regular expressions of routing rules. The compiler is passed in: RE2 (`api/routing-patterns.ts`) is loaded only where a rule has a pattern. */
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

/** Compiler for rules without patterns, and for when RE2 can't be loaded. */
export const noPatterns: PatternCompiler = () => ({
  ok: false,
  problem: 'Regular expressions could not be loaded.',
});
