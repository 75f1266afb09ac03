/** Equivalent mutants, with the reason. A mutant that a test detects must be removed from this list. */
import type { Mutant } from './mutant.ts';

interface Equivalence {
  readonly why: string;
  readonly is: (mutant: Mutant) => boolean;
}

/** Dropping the first of two conditions, or making it true. */
const drops =
  (first: string) =>
  ({ from, to }: Mutant): boolean =>
    (from === first && /^\(?true\)?$/.test(to)) ||
    (from.startsWith(`${first} && `) && unwrapped(to) === from.slice(`${first} && `.length));

const unwrapped = (text: string) => (/^\(.*\)$/.test(text) ? text.slice(1, -1) : text);

const any =
  (...tests: readonly ((mutant: Mutant) => boolean)[]) =>
  (mutant: Mutant): boolean =>
    tests.some((test) => test(mutant));

export const equivalences: readonly Equivalence[] = [
  {
    why: 'nobody has no uid: whatever asks for it fails, and what fails is refused',
    is: any(
      drops('request.auth != null'),
      drops('signedIn()'),
      // The sweep's time has no other condition.
      (mutant) => !mutant.at.startsWith('/rules/sweep/') && drops('auth != null')(mutant),
      ({ from, to }) => from === 'resource == null && request.auth != null' && to === 'resource == null',
    ),
  },
  {
    why: 'only texts have what is asked of them next',
    is: any(drops('value is string'), drops('newData.isString()')),
  },
  {
    why: 'only a boolean can be asked whether it is true',
    is: ({ from, to }) =>
      (from === 'data.done is bool' && to === 'true') ||
      (from.endsWith(' && data.done is bool') && `${to} && data.done is bool` === from),
  },
  {
    why: 'JavaScript writes larger numbers as doubles',
    is: ({ from, to }) => from === '9007199254740991' && to === '9007199254740992',
  },
  {
    why: 'no segment of a path is empty',
    is: ({ file, at, from, to }) =>
      (file === 'storage' || at.endsWith('$slot/.write')) &&
      from.includes('{1,128}') &&
      to.includes('{0,128}'),
  },
];
