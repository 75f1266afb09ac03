/**
 * Regular expressions of routing rules, by RE2: matching takes time in proportion to the text, whatever the pattern. Large: loaded only
 * where a rule has a pattern.
 */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import type { CompiledPattern, PatternCompiler } from '#domain/routing/pattern.ts';

/** Most compiled patterns kept: each has a cache of its own. */
const mostKept = 100;
const compiled = new Map<string, CompiledPattern>();

export const compilePattern: PatternCompiler = (source) => {
  const known = compiled.get(source);
  if (known) return known;
  const pattern = compile(source);
  if (compiled.size >= mostKept) compiled.clear();
  compiled.set(source, pattern);
  return pattern;
};

function compile(source: string): CompiledPattern {
  try {
    const pattern = RE2JS.compile(source);
    return { ok: true, size: pattern.programSize(), matches: (text) => pattern.testExact(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ok: false, problem: `This is no regular expression of RE2: ${reasonOf(error)}.` };
  }
}

function reasonOf(error: RE2JSException): string {
  if (!(error instanceof RE2JSSyntaxException)) return error.message;
  const part = error.getPattern();
  return `${error.getDescription()}${part ? ` in “${part}”` : ''}`;
}
