/** Results of several possible values: each is computed, and what they agree on is certain. */
import { same } from '../equality.ts';
import { typeOf } from '../values.ts';
import { type Abstract, type Outcome, type Reason, unknown } from './abstract.ts';

const mostOptions = 8;

/** One of several outcomes; `why`: the cause of the choice. */
export function join(outcomes: readonly Outcome[], why: Reason): Outcome {
  const failure = outcomes.find((outcome) => outcome.failure !== null)?.failure ?? null;
  const values = outcomes.flatMap(({ value }) => (value === null ? [] : optionsOf(value)));
  const distinct: Abstract[] = [];
  for (const value of values) if (!distinct.some((other) => agree(value, other))) distinct.push(value);
  const [only, ...others] = distinct;
  if (only === undefined) return { value: null, failure: failure ?? why };
  if (others.length === 0) return { value: only, failure };
  if (distinct.length > mostOptions) return { value: unknown(why), failure };
  return { value: { kind: 'choice', options: distinct, why }, failure };
}

const optionsOf = (value: Abstract): readonly Abstract[] =>
  value.kind === 'choice' ? value.options : [value];

/** Whether two values are indistinguishable. */
const agree = (one: Abstract, other: Abstract): boolean =>
  one === other ||
  (one.kind === 'known' &&
    other.kind === 'known' &&
    typeOf(one.value) === typeOf(other.value) &&
    typeof one.value !== 'object' &&
    same(one.value, other.value));

/** Result of `work` for a value, or for each of its options. */
function each(value: Abstract, work: (option: Abstract) => Outcome): Outcome {
  if (value.kind !== 'choice') return work(value);
  return join(value.options.map(work), value.why);
}

/** Result of `work` for operands that may fail before it. */
export function after(operands: readonly Outcome[], work: (values: readonly Abstract[]) => Outcome): Outcome {
  let failure: Reason | null = null;
  const values: Abstract[] = [];
  for (const operand of operands) {
    failure ??= operand.failure;
    if (operand.value === null) return { value: null, failure };
    values.push(operand.value);
  }
  const isPlain = values.every(({ kind }) => kind !== 'choice');
  const result = isPlain ? work(values) : spread(values, [], work);
  // The result's own reason says more than an operand's: it knows the operation.
  return { ...result, failure: result.failure ?? (failure && (whyOf(result.value) ?? failure)) };
}

function spread(
  [first, ...rest]: readonly Abstract[],
  done: readonly Abstract[],
  work: (values: readonly Abstract[]) => Outcome,
): Outcome {
  return first === undefined ? work(done) : each(first, (option) => spread(rest, [...done, option], work));
}

const whyOf = (value: Abstract | null): Reason | null => (value?.kind === 'unknown' ? value.why : null);
