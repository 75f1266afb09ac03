import type { RE2JS } from 're2js';
import { type Methods, plain, wanted, withText } from './method.ts';
import { regexOf } from './regex.ts';
import { lengthOf } from './text.ts';
import { utf8 } from './utf8.ts';
import { Failure, type Result } from './values.ts';

export const stringMethods: Methods<string> = {
  size: plain(lengthOf),
  lower: plain((self) => self.toLowerCase()),
  upper: plain((self) => self.toUpperCase()),
  trim: plain((self) => self.trim()),
  toUtf8: plain(utf8),
  matches: withText((self, source) => {
    const regex = regexOf(source);
    return regex instanceof Failure ? regex : regex.testExact(self);
  }),
  split: withText((self, source) => {
    const regex = regexOf(source);
    return regex instanceof Failure ? regex : parts(self, regex);
  }),
  replace: {
    takes: 2,
    call: (self, source, by) => {
      if (typeof source !== 'string') return wanted('a string', source);
      return typeof by === 'string' ? replaced(self, source, by) : wanted('a string', by);
    },
  },
};

/** Splits as Java does: no empty part at the end. */
function parts(text: string, regex: RE2JS): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: match, index = 0 } of regex.matchAll(text)) {
    const end = index + match.length;
    if (end === 0 || (match === '' && index === text.length)) continue;
    found.push(text.slice(from, index));
    from = end;
  }
  found.push(text.slice(from));
  while (found.length > 1 && found.at(-1) === '') found.pop();
  return found;
}

function replaced(text: string, source: string, by: string): Result {
  const regex = regexOf(source);
  if (regex instanceof Failure) return regex;
  const unknown = [...by.matchAll(template)].find(
    ([, , group]) => group !== undefined && Number(group) > regex.groupCount(),
  );
  if (unknown) return new Failure(() => `there is no group ${unknown[0]} in '${source}'`);
  let result = '';
  let from = 0;
  for (const match of regex.matchAll(text)) {
    result += text.slice(from, match.index) + by.replace(template, written(match));
    from = (match.index ?? 0) + match[0].length;
  }
  return result + text.slice(from);
}

const written =
  (groups: readonly (string | undefined)[]) =>
  (_: string, escaped?: string, group?: string): string =>
    escaped ?? groups[Number(group)] ?? '';

/** Reference in a replacement: an escaped character, or a group of the pattern. */
const template = /\\(.)|\$(\d)/gs;
