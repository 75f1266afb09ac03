/**
 * Regular expressions of both rules languages: the syntax of RE2, and time linear in the length of the text, by `re2js`.
 * Syntax: https://github.com/google/re2/wiki/Syntax
 */
import { BoundedMemo } from '#query/bounded-memo.ts';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { Failure } from './values.ts';

/** Most compiled patterns kept: each may grow to 8 MiB of cached states. */
const known = new BoundedMemo<string, RE2JS | Failure>(100);

/** Compiled pattern, cached among the newest ones; a failure has the mistake. */
export const regexOf = (source: string): RE2JS | Failure => known.of(source, compiled);

function compiled(source: string): RE2JS | Failure {
  const foreign = foreignProperty(source);
  if (foreign !== null) return noRegex(source, `it knows no property ${foreign}`);
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (error instanceof RE2JSException) return noRegex(source, reasonOf(error));
    throw error;
  }
}

const noRegex = (source: string, why: string) =>
  new Failure(() => `'${source}' is no regular expression of RE2: ${why}`);

function reasonOf(error: RE2JSException): string {
  if (!(error instanceof RE2JSSyntaxException)) return error.message;
  const part = error.getPattern();
  return `${error.getDescription()}${part ? ` in '${part}'` : ''}`;
}

const properties = /\\Q[^]*?(?:\\E|$)|\\[pP](?:\{\^?(\w*)\}|\w)|\\[^]/g;
/** Classes of `re2js` that RE2 lacks. */
const beyond = new Set(
  `Alphabetic Ascii ASCII_Hex_Digit Assigned Cn Dash Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base
  Emoji_Presentation Extended_Pictographic Hex_Digit LC Lc Lowercase Math Quotation_Mark Terminal_Punctuation Unknown
  Uppercase White_Space`.split(/\s+/),
);

function foreignProperty(source: string): string | null {
  for (const [, name] of source.matchAll(properties)) if (name && beyond.has(name)) return name;
  return null;
}
