import { type Methods, plain, wanted, withText } from './method.ts';
import { patternOf } from './regex.ts';
import { lengthOf } from './text.ts';
import { Failure, type Result } from './values.ts';

const encoder = new TextEncoder();

export const stringMethods: Methods<string> = {
  size: plain(lengthOf),
  lower: plain((self) => self.toLowerCase()),
  upper: plain((self) => self.toUpperCase()),
  trim: plain((self) => self.trim()),
  toUtf8: plain((self) => encoder.encode(self)),
  matches: withText((self, source) => {
    const pattern = patternOf(source);
    return pattern instanceof Failure ? pattern : pattern.whole.test(self);
  }),
  split: withText((self, source) => {
    const pattern = patternOf(source);
    return pattern instanceof Failure ? pattern : parts(self, pattern.every);
  }),
  replace: {
    takes: 2,
    call: (self, source, by) => {
      if (typeof source !== 'string') return wanted('a string', source);
      return typeof by === 'string' ? replaced(self, source, by) : wanted('a string', by);
    },
  },
};

/** As Java splits: nothing empty at the end. */
function parts(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end === 0 || (match[0] === '' && match.index === text.length)) continue;
    found.push(text.slice(from, match.index));
    from = end;
  }
  found.push(text.slice(from));
  while (found.length > 1 && found.at(-1) === '') found.pop();
  return found;
}

function replaced(text: string, source: string, by: string): Result {
  const pattern = patternOf(source);
  if (pattern instanceof Failure) return pattern;
  const groups = new RegExp(`${pattern.every.source}|`, pattern.every.flags).exec('')?.length ?? 1;
  const unknown = [...by.matchAll(template)].find(
    ([, , group]) => group !== undefined && Number(group) >= groups,
  );
  if (unknown) return new Failure(() => `there is no group ${unknown[0]} in '${source}'`);
  return text.replace(pattern.every, (...found: unknown[]) =>
    by.replace(template, (_, escaped?: string, group?: string) =>
      escaped === undefined ? String(found[Number(group)] ?? '') : escaped,
    ),
  );
}

/** In what replaces: an escaped sign, or a group of the pattern. */
const template = /\\(.)|\$(\d)/gs;
