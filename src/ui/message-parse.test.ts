import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { maxMarkedParts, parseMessage, type Characters } from './message-parse.ts';

const longest = 10_000;

/** A text that counts the characters that are read from it. */
class CountedText implements Characters {
  reads = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get length(): number {
    return this.text.length;
  }

  charCodeAt(index: number): number {
    this.reads += 1;
    return this.text.charCodeAt(index);
  }

  slice(start: number, end?: number): string {
    const cut = this.text.slice(start, end);
    this.reads += cut.length;
    return cut;
  }
}

/** Each character is read a fixed number of times at most, whatever stands around it. */
const readsPerCharacter = 16;

const attacks: Readonly<Record<string, string>> = {
  'closing brackets after an address': `http://x${')'.repeat(longest - 8)}`,
  'full stops after an address': `http://x${'.'.repeat(longest - 8)}`,
  'brackets and full stops after an address': `http://x${').'.repeat(longest / 2 - 4)}`,
  'opening brackets after an address': `http://x${'('.repeat(longest - 8)}`,
  'punctuation that another character ends': `http://${'.x'.repeat(longest / 2 - 4)}`,
  'runs of full stops in an address': `http://x${`${'.'.repeat(99)}x`.repeat(99)}`,
  'addresses without a host': 'http://'.repeat(1_428),
  addresses: 'http://x '.repeat(1_111),
  'the letter that an address begins with': 'h'.repeat(longest),
  'beginnings of an address': 'http:/'.repeat(1_666),
  backticks: '`'.repeat(longest),
  'pairs of backticks': '`` '.repeat(3_333),
  'backticks that nothing closes': '`\n'.repeat(longest / 2),
  'fences that nothing closes': '``` '.repeat(longest / 4).replace(/``` $/, ''),
  'a fence that nothing closes, and backticks': `\`\`\`${'`a\n'.repeat(3_332)}`,
  'six backticks and letters': `${'`'.repeat(6)}${'x'.repeat(longest - 6)}`,
  'languages that no line break ends': '```aaaa'.repeat(1_428),
  'code spans': '`a`'.repeat(3_333),
  asterisks: '*'.repeat(longest),
  'square brackets': '[['.repeat(longest / 2),
  'line breaks': '\n'.repeat(longest),
};

/** Faults in the parsing of a text. */
function faultsOf(text: string): readonly string[] {
  const counted = new CountedText(text);
  const parts = parseMessage(counted);
  const faults: string[] = [];
  if (counted.reads > readsPerCharacter * text.length)
    faults.push(`${counted.reads} reads of ${text.length} characters`);
  if (parts.length > 2 * maxMarkedParts + 1) faults.push(`${parts.length} parts`);
  // No character is made up, and none comes twice: the parts stand in the text one after the other.
  let from = 0;
  for (const part of parts) {
    const found = text.indexOf(part.text, from);
    if (found < 0) faults.push(`${part.kind} ${part.text} is not in the rest of the text`);
    from = found + part.text.length;
  }
  return faults;
}

test.each(Object.entries(attacks))('a message of %s is parsed in linear time', (_, text) => {
  expect(faultsOf(text)).toEqual([]);
});

test('any message of hostile pieces is parsed in linear time, into a bounded number of parts', () => {
  const piece = fc.constantFrom(
    ...['http://', 'HTTPS://x', 'h', '://', '(', ')', '[', ']', '`', '```', '``', '*', '**', '_', '<', '>'],
    ...['\n', '\r', ' ', '\u2028', '.', ',', '!', '"', "'", 'a', 'js\n', '\ud83d', '\0'],
  );
  const message = fc
    .array(fc.tuple(piece, fc.nat({ max: 3_000 })), { maxLength: 40 })
    .map((runs) => runs.map(([text, times]) => text.repeat(times)).join(''))
    .map((text) => text.slice(0, longest));
  const fits = (text: string) => {
    expect(faultsOf(text)).toEqual([]);
  };
  assertProperty(fc.property(message, fits), { numRuns: 200 });
  assertProperty(fc.property(fc.string({ unit: piece, maxLength: 300 }), fits), { numRuns: 500 });
});

test('a message ten times longer than a comment is parsed', () => {
  for (const text of Object.values(attacks)) expect(faultsOf(text.repeat(10))).toEqual([]);
});

test('links, code and blocks are found', () => {
  const parsed = (text: string) => parseMessage(text).map(({ kind, text: words }) => `${kind}:${words}`);
  expect(parsed('a http://x.example/(1). b')).toEqual(['text:a ', 'link:http://x.example/(1)', 'text:. b']);
  expect(parsed('(https://x.example/a)')).toEqual(['text:(', 'link:https://x.example/a', 'text:)']);
  expect(parsed('http://x.example?!), and')).toEqual(['link:http://x.example', 'text:?!), and']);
  expect(parsed('http:// and http://)')).toEqual(['text:http:// and http://)']);
  expect(parsed('`a` ``b`` x`c\nd`')).toEqual(['code:a', 'text: `', 'code:b', 'code: x', 'text:c\nd`']);
  expect(parsed('```sql\nselect 1\n``` ```x```')).toEqual(['block:select 1', 'text: ', 'block:x']);
  expect(parsed('```only begun\n`a`')).toEqual(['text:```only begun\n', 'code:a']);
  expect(parsed('shttp://x.example`b`http://y')).toEqual([
    'text:s',
    'link:http://x.example',
    'code:b',
    'link:http://y',
  ]);
});

test('the first of many links and code spans become links and code, and the rest is text', () => {
  const parts = parseMessage('`a` '.repeat(2_500));
  expect(parts.filter(({ kind }) => kind === 'code')).toHaveLength(maxMarkedParts);
  expect(parts.at(-1)?.kind).toBe('text');
  expect(parts.at(-1)?.text).toContain('`a` `a`');
});
