/** Compiler of patterns for rules: with RE2, which is loaded then, where a rule has a pattern. */
import { noPatterns, type PatternCompiler } from '#domain/routing/pattern.ts';

/** Looks for the word alone: that RE2 is loaded for a rule that needs none does no harm. */
const mentionsPattern = (rules: readonly unknown[]): boolean => JSON.stringify(rules).includes('"pattern"');

/** Without RE2, where it can't be loaded: rules with patterns are broken then, and the others apply. */
export async function patternsFor(rules: readonly unknown[]): Promise<PatternCompiler> {
  if (!mentionsPattern(rules)) return noPatterns;
  try {
    return (await import('./routing-patterns.ts')).compilePattern;
  } catch {
    return noPatterns;
  }
}
