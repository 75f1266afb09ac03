/** Description of a value's methods. */
import { withType } from './describe.ts';
import { Failure, type Result, type Value, ValueSet } from './values.ts';

export interface Method<Self extends Value> {
  /** Exact number of arguments. */
  readonly takes: number;
  call(self: Self, one: Value, other: Value): Result;
}

export type Methods<Self extends Value> = Readonly<Record<string, Method<Self>>>;

/** A method without arguments. */
export const plain = <Self extends Value>(call: (self: Self) => Result): Method<Self> => ({ takes: 0, call });

export const withText = <Self extends Value>(call: (self: Self, text: string) => Result): Method<Self> => ({
  takes: 1,
  call: (self, one) => (typeof one === 'string' ? call(self, one) : wanted('a string', one)),
});

export const withList = <Self extends Value>(
  call: (self: Self, items: readonly Value[]) => Result,
): Method<Self> => ({
  takes: 1,
  call: (self, one) => (Array.isArray(one) ? call(self, one) : wanted('a list', one)),
});

export const withSet = <Self extends Value>(call: (self: Self, set: ValueSet) => Result): Method<Self> => ({
  takes: 1,
  call: (self, one) => (one instanceof ValueSet ? call(self, one) : wanted('a set', one)),
});

export const withListOrSet = <Self extends Value>(
  call: (self: Self, items: readonly Value[]) => Result,
): Method<Self> => ({
  takes: 1,
  call(self, one) {
    if (Array.isArray(one)) return call(self, one);
    return one instanceof ValueSet ? call(self, one.items) : wanted('a list or set', one);
  },
});

export const wanted = (what: string, given: Value): Failure =>
  new Failure(() => `${what} is wanted, not ${withType(given)}`);
