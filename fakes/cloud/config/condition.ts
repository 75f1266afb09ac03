/**
 * Conditions of remote configuration: production's expressions about a web client. Atoms are joined by `&&` only. Properties that are not
 * measured here (audiences, user properties, first open, versions of a browser's application) are false, as for a client unknown to
 * production. Source: Firebase's conditional expression reference.
 */
import { Temporal } from 'temporal-polyfill';
import type { Signals } from '#provider-kit/config/value.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { regexOf } from '#firebase-rules/rules/regex.ts';
import { Failure } from '#firebase-rules/rules/values.ts';
import { Words } from './condition-text.ts';

/** Data of a client that conditions can use. */
export interface Facts {
  /** Permanent id of the browser. */
  readonly installation: string;
  /** Language tag such as `en-GB`. */
  readonly language: string;
  /** Country code such as `DE`; `null` when unknown. */
  readonly country: string | null;
  readonly signals: Signals;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type Condition = (facts: Facts) => boolean;

const mostAtoms = 50;

/** @throws PortError invalid-argument, saying where */
export function parseCondition(source: string): Condition {
  const words = new Words(source);
  const atoms = [atom(words)];
  while (words.skip('&&')) atoms.push(atom(words));
  if (words.peek().kind !== 'end') words.fail('only `&&` may join two conditions');
  if (atoms.length > mostAtoms) words.fail(`a condition has up to ${mostAtoms} parts`, 0);
  return (facts) => atoms.every((holds) => holds(facts));
}

type Compare = (one: number, other: number) => boolean;

const comparisons: Readonly<Record<string, Compare>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

const matchers: Readonly<Record<string, (value: string, wanted: readonly string[]) => boolean>> = {
  exactlyMatches: (value, wanted) => wanted.includes(value),
  contains: (value, wanted) => wanted.some((part) => value.includes(part)),
  notContains: (value, wanted) => !wanted.some((part) => value.includes(part)),
  matches: (value, wanted) => wanted.some((shape) => isMatch(shape, value)),
};

const audienceMatchers = ['inAtLeastOne', 'inAll', 'notInAtLeastOne', 'notInAll', 'inOne', 'notInOne'];

function atom(words: Words): Condition {
  const { at } = words.peek();
  const name = dottedName(words);
  switch (name) {
    case 'true':
      return () => true;
    case 'false':
      return () => false;
    case 'percent':
      return percent(words);
    case 'dateTime':
    case 'device.dateTime':
      return dateTime(words);
    case 'device.os':
      return equality(words, () => 'web');
    case 'app.id':
      return equality(words, () => null);
    case 'device.country':
      return membership(words, ({ country }) => country);
    case 'device.language':
      return membership(words, ({ language }) => language, isLanguage);
    case 'app.firebaseInstallationId':
    case 'firebaseInstallationId':
      return membership(words, ({ installation }) => installation);
    case 'app.customSignal':
      return signal(words);
    case 'version':
      return signalVersion(words);
    case 'app.userProperty':
      key(words);
      return unmeasured(valueOf(words, () => undefined));
    case 'app.version':
    case 'app.build':
      return unmeasured(versionOf(words));
    case 'app.audiences':
    case 'app.browserAndVersion':
    case 'app.operatingSystemAndVersion':
      return unmeasured(listOf(words, audienceMatchers));
    case 'app.firstOpenTimestamp':
    case 'firstOpenTimestamp':
      return unmeasured(firstOpen(words));
    default:
      return words.fail(`\`${name}\` is nothing that a condition can ask for`, at);
  }
}

/** `app.version` is one name; a method after a dot, or an operator, is not part of it. */
function dottedName(words: Words): string {
  if (words.peek().kind !== 'name') words.fail('a condition is expected');
  let name = words.take().text;
  if ((name === 'app' || name === 'device') && words.skip('.')) name += `.${words.take().text}`;
  return name;
}

const unmeasured =
  (_parsed: unknown): Condition =>
  () =>
    false;

/** Percentile of this browser, 0 to 100: permanent, and drawn for each seed. */
function percent(words: Words): Condition {
  let seed = '';
  if (words.skip('(')) {
    seed = words.text();
    words.expect(')');
  }
  const share = ({ installation }: Facts) => 100 * seededRandom(`percent/${seed}/${installation}`).next();
  if (words.skip('between')) {
    const from = words.number();
    words.expect('and');
    const to = words.number();
    return (facts) => share(facts) > from && share(facts) <= to;
  }
  const compare = comparison(words);
  const bound = words.number();
  return (facts) => compare(share(facts), bound);
}

function dateTime(words: Words): Condition {
  const compare = comparison(words);
  words.expect('dateTime');
  const moment = moments(words);
  return ({ now }) => compare(now, moment);
}

function firstOpen(words: Words): number {
  comparison(words);
  words.skip('dateTime');
  return moments(words);
}

/** `('2026-01-05T09:00:00', 'Europe/Berlin')`; without a zone it is UTC. */
function moments(words: Words): number {
  words.expect('(');
  const { at } = words.peek();
  const local = words.text();
  const zone = words.skip(',') ? words.text() : 'UTC';
  words.expect(')');
  try {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return words.fail(`\`${local}\` in \`${zone}\` is no time`, at);
  }
}

function comparison(words: Words): Compare {
  const { text, at } = words.take();
  const compare = Object.hasOwn(comparisons, text) ? comparisons[text] : undefined;
  return compare ?? words.fail('a comparison is expected', at);
}

function equality(words: Words, of: (facts: Facts) => string | null): Condition {
  const wanted = words.skip('!=') ? false : (words.expect('=='), true);
  const value = words.text();
  return (facts) => (of(facts) === value) === wanted;
}

function membership(
  words: Words,
  of: (facts: Facts) => string | null,
  is: (value: string, wanted: string) => boolean = (value, wanted) => value === wanted,
): Condition {
  words.expect('in');
  const wanted = texts(words);
  return (facts) => {
    const value = of(facts);
    return value !== null && wanted.some((one) => is(value, one));
  };
}

/** `en` is the language of every `en-…`. */
const isLanguage = (value: string, wanted: string) =>
  value.toLowerCase() === wanted.toLowerCase() || value.toLowerCase().startsWith(`${wanted.toLowerCase()}-`);

function signal(words: Words): Condition {
  const name = key(words);
  return valueOf(words, ({ signals }) => (Object.hasOwn(signals, name) ? signals[name] : undefined));
}

/** Numbers are compared, texts matched. An absent value meets no condition. */
function valueOf(words: Words, of: (facts: Facts) => string | number | undefined): Condition {
  if (!words.skip('.')) {
    const compare = comparison(words);
    const bound = words.number();
    return (facts) => {
      const value = of(facts);
      return value !== undefined && value !== '' && compare(Number(value), bound);
    };
  }
  const matching = matcher(words);
  return (facts) => {
    const value = of(facts);
    return value !== undefined && matching(String(value));
  };
}

function matcher(words: Words): (value: string) => boolean {
  const { text, at } = words.take();
  const matches = Object.hasOwn(matchers, text) ? matchers[text] : undefined;
  if (!matches) return words.fail('contains, notContains, matches or exactlyMatches is expected', at);
  words.expect('(');
  const wanted = texts(words);
  words.expect(')');
  const wrong = text === 'matches' ? wanted.find((shape) => !isShape(shape)) : undefined;
  if (wrong !== undefined) words.fail(`\`${wrong}\` is no regular expression`, at);
  return (value) => matches(value, wanted);
}

const isShape = (text: string): boolean => text !== '' && !(regexOf(text) instanceof Failure);

/** Regular expressions are RE2's, as in rules; any part of the value may match. */
function isMatch(shape: string, value: string): boolean {
  const regex = regexOf(shape);
  return !(regex instanceof Failure) && regex.test(value);
}

/** `app.version.>=(['1.0.0'])`, or one of the matchers. */
function versionOf(words: Words): unknown {
  words.expect('.');
  if (words.peek().kind !== 'sign') return matcher(words);
  comparison(words);
  words.expect('(');
  const wanted = texts(words);
  words.expect(')');
  return wanted;
}

function listOf(words: Words, methods: readonly string[]): readonly string[] {
  words.expect('.');
  const { text, at } = words.take();
  if (!methods.includes(text)) words.fail(`one of ${methods.join(', ')} is expected`, at);
  words.expect('(');
  const wanted = texts(words);
  words.expect(')');
  return wanted;
}

/** `version(app.customSignal['v']) >= '1.10.0'`: number by number. */
function signalVersion(words: Words): Condition {
  words.expect('(');
  const { at } = words.peek();
  if (dottedName(words) !== 'app.customSignal') words.fail('`app.customSignal` is expected', at);
  const name = key(words);
  words.expect(')');
  const compare = comparison(words);
  const wanted = parts(words.text());
  return ({ signals }) =>
    Object.hasOwn(signals, name) && compare(order(parts(String(signals[name])), wanted), 0);
}

const parts = (version: string) => version.split('.').map(Number);

function order(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function key(words: Words): string {
  words.expect('[');
  const name = words.text();
  words.expect(']');
  return name;
}

function texts(words: Words): readonly string[] {
  words.expect('[');
  const found = [words.text()];
  while (words.skip(',')) found.push(words.text());
  words.expect(']');
  return found;
}
