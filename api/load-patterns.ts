/** Compiler of patterns for a set of rules. RE2 is loaded only for rules with a pattern. */
import { noPatterns, type PatternCompiler } from '#domain/routing/pattern.ts';

/** Whether the JSON contains the word. Loading RE2 for a rule that merely mentions it does no harm. */
const mentionsPattern = (rules: readonly unknown[]): boolean => JSON.stringify(rules).includes('"pattern"');

/** `noPatterns` where RE2 can't be loaded: rules with patterns are broken then, and the others apply. */
export async function patternsFor(rules: readonly unknown[]): Promise<PatternCompiler> {
  if (!mentionsPattern(rules)) return noPatterns;
  try {
    return (await import('./routing-patterns.ts')).compilePattern;
  } catch {
    return noPatterns;
  }
}
