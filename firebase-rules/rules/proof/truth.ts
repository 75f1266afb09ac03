/** Conditions that hold for every document, for none, or undecidedly. */
import { withType } from '../describe.ts';
import type { Expression } from '../syntax.ts';
import {
  type Abstract,
  failing,
  kindOfAbstract,
  known,
  open,
  type Outcome,
  type Reason,
  unknown,
} from './abstract.ts';
import { constraint } from './advice.ts';

/** Possible outcomes of a condition, and the reason why not the wanted one. */
export interface Truth {
  readonly holds: boolean;
  readonly isFalse: boolean;
  readonly fails: boolean;
  /** Null when it certainly holds. */
  readonly why: Reason | null;
}

export const isCertain = ({ isFalse, fails }: Truth): boolean => !isFalse && !fails;

export function truthOf(at: Expression, { value, failure, why }: Outcome): Truth {
  if (value === null) return { holds: false, isFalse: false, fails: true, why: failure };
  const own = ofValue(at, value);
  return {
    ...own,
    fails: own.fails || failure !== null,
    why: own.isFalse && !own.holds ? (why ?? own.why) : (own.why ?? failure),
  };
}

function ofValue(at: Expression, value: Abstract): Truth {
  switch (value.kind) {
    case 'known':
      return ofKnown(at, value.value);
    case 'choice': {
      const truths = value.options.map((option) => ofValue(at, option));
      const why = truths.find((truth) => truth.fails || (truth.holds && truth.isFalse))?.why ?? value.why;
      return {
        holds: truths.some(({ holds }) => holds),
        isFalse: truths.some(({ isFalse }) => isFalse),
        fails: truths.some(({ fails }) => fails),
        why: truths.every(isCertain) ? null : why,
      };
    }
    case 'unknown':
      if (value.type === 'bool') return { holds: true, isFalse: true, fails: false, why: value.why };
      return value.type === null
        ? { holds: true, isFalse: true, fails: true, why: value.why }
        : { holds: false, isFalse: false, fails: true, why: value.why };
    default:
      return ofOther(at, value);
  }
}

function ofKnown(at: Expression, value: Extract<Abstract, { kind: 'known' }>['value']): Truth {
  if (value === true) return { holds: true, isFalse: false, fails: false, why: null };
  if (value === false) return { holds: false, isFalse: true, fails: false, why: isFalse(at) };
  return {
    holds: false,
    isFalse: false,
    fails: true,
    why: failing(at, `${withType(value)} is neither true nor false`),
  };
}

function ofOther(at: Expression, value: Abstract): Truth {
  const kind = kindOfAbstract(value);
  if (kind !== null && kind !== 'bool')
    return {
      holds: false,
      isFalse: false,
      fails: true,
      why: failing(at, `a ${kind} is neither true nor false`),
    };
  const ask = (wanted: boolean) =>
    value.kind === 'stored' ? [constraint(value.facts.field, '==', wanted)] : [];
  const why = open(at, ask(true), ask(false));
  return { holds: true, isFalse: true, fails: kind === null, why };
}

export function outcomeOf(at: Expression, { holds, isFalse: isNot, fails, why }: Truth): Outcome {
  const failure = fails ? (why ?? open(at)) : null;
  if (!holds && !isNot) return { value: null, failure };
  if (holds && isNot) return { value: unknown(why ?? open(at), 'bool'), failure };
  return { value: known(holds), failure, ...(why && !holds ? { why } : {}) };
}

const isFalse = (at: Expression): Reason => ({
  at,
  how: 'false',
  problem: () => 'it is false',
  toHold: [],
  toFail: [],
});

/** A false side absorbs the failure of the other. */
export const bothOf = (left: Truth, right: Truth): Truth => ({
  holds: left.holds && right.holds,
  isFalse: left.isFalse || right.isFalse,
  fails: (left.fails && (right.holds || right.fails)) || (right.fails && (left.holds || left.fails)),
  why: worst(left, right),
});

/** An impossible condition has more to explain than a possible one. */
const worst = (left: Truth, right: Truth): Reason | null =>
  isCertain(left) || (left.holds && !right.holds) ? right.why : left.why;

/** A true side absorbs the failure of the other. A constraint that makes either hold suffices. */
export const eitherOf = (left: Truth, right: Truth): Truth => ({
  holds: left.holds || right.holds,
  isFalse: left.isFalse && right.isFalse,
  fails: (left.fails && (right.isFalse || right.fails)) || (right.fails && (left.isFalse || left.fails)),
  why: isCertain(left) || isCertain(right) ? null : either(left.why, right.why),
});

function either(left: Reason | null, right: Reason | null): Reason | null {
  if (!left || !right) return left ?? right;
  const first = left.toHold.length > 0 || right.toHold.length === 0 ? left : right;
  return { ...first, toHold: [...left.toHold, ...right.toHold] };
}

export function notOf(at: Expression, operand: Truth): Truth {
  const { holds, fails, why } = operand;
  const turned = { holds: operand.isFalse, isFalse: holds, fails };
  if (!holds && !fails) return { ...turned, why: null };
  // The reason of the false negation is that its operand is true.
  if (!why || why.how === 'false') return { ...turned, why: isFalse(at) };
  return { ...turned, why: { ...why, toHold: why.toFail, toFail: why.toHold } };
}
