/**
 * Patterns for `matches`: a part of what JavaScript has. Anchors stand at the ends only, a backslash makes any letter but the
 * six classes stand for itself, and there is neither looking around nor looking back.
 */
import { ExpressionError } from './syntax.ts';

const classes = new Set('sSwWdD');

/** @param start where the pattern stands in the expression */
export function compilePattern(pattern: string, flags: string, start: number): RegExp {
  if (flags !== '' && flags !== 'i')
    throw new ExpressionError(
      start,
      `A pattern may be marked with i and with nothing else, not with ${flags}.`,
    );
  try {
    return new RegExp(translated(pattern, start + 1), flags);
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    throw new ExpressionError(
      start,
      `This is no pattern: ${error instanceof Error ? error.message : 'unreadable'}.`,
    );
  }
}

function translated(pattern: string, start: number): string {
  let text = '';
  let inSet = false;
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] ?? '';
    if (letter === '\\') {
      at++;
      const escaped = pattern[at] ?? '';
      text += classes.has(escaped) ? `\\${escaped}` : literal(escaped);
      continue;
    }
    if (!inSet && letter === '^' && at > 0)
      throw new ExpressionError(start + at, '^ stands only at the beginning.');
    if (!inSet && letter === '$' && at < pattern.length - 1)
      throw new ExpressionError(start + at, '$ stands only at the end.');
    // After a bracket there is nothing yet that could be optional: this is a question mark.
    if (!inSet && letter === '?' && pattern[at - 1] === '(' && pattern[at - 2] !== '\\') text += '\\?';
    else text += letter;
    if (letter === '[') inSet = true;
    else if (letter === ']') inSet = false;
  }
  return text;
}

const literal = (letter: string) => (/[\w\s]/.test(letter) ? letter : `\\${letter}`);
