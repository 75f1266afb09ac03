/**
 * Patterns for `matches`, compiled by RE2 with restrictions: anchors at the ends only, a backslash before any letter but the six
 * classes makes it literal, and no flags within.
 */
import type { RE2JS } from 're2js';
import { regexOf } from '../rules/regex.ts';
import { Failure } from '../rules/values.ts';
import { ExpressionError } from './syntax.ts';

const classes = new Set('sSwWdD');

export class Pattern {
  /** Source text: `/a.*[wz]/i`. */
  readonly written: string;
  private readonly regex: RE2JS;

  /** @param start offset in the expression @throws ExpressionError */
  constructor(pattern: string, flags: string, start: number) {
    this.written = `/${pattern}/${flags}`;
    if (flags !== '' && flags !== 'i')
      throw new ExpressionError(
        start,
        `A pattern may be marked with i and with nothing else, not with ${flags}.`,
      );
    const regex = regexOf(`${flags === 'i' ? '(?i)' : ''}${translated(pattern, start + 1)}`);
    if (regex instanceof Failure) throw new ExpressionError(start, `This is no pattern: ${regex.problem}.`);
    this.regex = regex;
  }

  /** Whether any part of the text matches. */
  test(text: string): boolean {
    return this.regex.test(text);
  }
}

/** A letter after a backslash, a set, or any other letter. */
const tokens = /\\[^]?|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]?|[^]/g;

function translated(pattern: string, start: number): string {
  let text = '';
  let before = '';
  for (const { 0: token, index } of pattern.matchAll(tokens)) {
    if (token === '^' && index > 0)
      throw new ExpressionError(start + index, '^ stands only at the beginning.');
    if (token === '$' && index < pattern.length - 1)
      throw new ExpressionError(start + index, '$ stands only at the end.');
    // After an opening bracket nothing can be optional: a question mark there is literal.
    if (token === '?' && before === '(') text += '\\?';
    else text += token.replace(/\\([^]?)/g, (_, letter: string) => escaped(letter));
    before = token;
  }
  return text;
}

function escaped(letter: string): string {
  return classes.has(letter) || /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter;
}
