/** Evaluation of conditions for all documents at once that a query can return. */
import { negate } from '../arithmetic.ts';
import { describe } from '../describe.ts';
import type { Evaluation } from '../evaluation.ts';
import { MethodByName } from '../methods.ts';
import { operate, range } from '../operators.ts';
import { findFunction, findName } from '../scope.ts';
import type { Binary, Call, Expression, MethodCall, PathLiteral, Scope } from '../syntax.ts';
import { Path, type Result, type Value } from '../values.ts';
import {
  type Abstract,
  certain,
  failing,
  fails,
  known,
  open,
  type Outcome,
  type Reason,
  undecided,
} from './abstract.ts';
import { compareIn, compareOrder, compareSame } from './compare.ts';
import {
  callBuiltIn,
  isBuiltIn,
  isNamespace,
  literalValue,
  mapFrom,
  pathFrom,
  resultOf,
} from './concrete.ts';
import { fieldOf, itemOf, typeTest, type World } from './fields.ts';
import { after, join } from './join.ts';
import { abstractMethod } from './methods.ts';
import { bothOf, eitherOf, isCertain, notOf, outcomeOf, type Truth, truthOf } from './truth.ts';

/** Values of the names in each scope. */
export type Frames = ReadonlyMap<Scope, ReadonlyMap<string, Outcome>>;

interface Place {
  readonly scope: Scope;
  readonly frames: Frames;
}

export class Interpreter {
  private readonly world: World;
  /** Counter of expressions, and look-ups of documents. */
  private readonly of: Evaluation;

  constructor(world: World, of: Evaluation) {
    this.world = world;
    this.of = of;
  }

  /** @throws LimitReached */
  truth(at: Expression, place: Place): Truth {
    if (at.kind === 'binary' && (at.operator === '&&' || at.operator === '||')) {
      this.of.spend(1);
      const left = this.truth(at.left, place);
      if (at.operator === '||') return isCertain(left) ? left : eitherOf(left, this.truth(at.right, place));
      return !left.holds && !left.fails ? left : bothOf(left, this.truth(at.right, place));
    }
    if (at.kind === 'unary' && at.operator === '!') {
      this.of.spend(1);
      return notOf(at, this.truth(at.operand, place));
    }
    return truthOf(at, this.evaluate(at, place));
  }

  private evaluate(at: Expression, place: Place): Outcome {
    if (isLogic(at)) return outcomeOf(at, this.truth(at, place));
    this.of.spend(1);
    switch (at.kind) {
      case 'literal':
        return certain(known(literalValue(at)));
      case 'list':
        return this.made(at.items, place, (items) => certain(listOf(items)));
      case 'map':
        return this.made(
          at.entries.map(({ value }) => value),
          place,
          (values) => concretely(at, values, (all) => mapFrom(at, all)),
        );
      case 'path':
        return after(this.segments(at, place), (parts) => concretely(at, parts, pathFrom));
      case 'variable':
        return this.named(at, at.name, place);
      case 'member':
        return this.made([at.target], place, ([target]) =>
          target ? fieldOf(at, target, at.name, this.world) : undecided(open(at)),
        );
      case 'index':
        return this.made([at.target, at.index], place, ([target, index]) =>
          target && index ? itemOf(at, target, index, this.world) : undecided(open(at)),
        );
      case 'range':
        return this.made([at.target, at.from, at.to], place, (parts) =>
          concretely(at, parts, ([target = null, from = null, to = null]) => range(target, from, to)),
        );
      case 'call':
        return this.call(at, place);
      case 'method':
        return this.method(at, place);
      case 'unary':
        return this.made([at.operand], place, (parts) =>
          concretely(at, parts, ([value = null]) => negate(value)),
        );
      case 'binary':
        return this.made([at.left, at.right], place, ([left, right]) =>
          left && right ? operateOn(at, left, right) : undecided(open(at)),
        );
      case 'is':
        return this.made([at.value], place, ([value]) =>
          value ? typeTest(at, value, at.type) : undecided(open(at)),
        );
      case 'ternary':
        return this.either(at, place);
      default:
        return at satisfies never;
    }
  }

  private made(
    parts: readonly Expression[],
    place: Place,
    work: (values: readonly Abstract[]) => Outcome,
  ): Outcome {
    return after(
      parts.map((part) => this.evaluate(part, place)),
      work,
    );
  }

  private either(at: Extract<Expression, { kind: 'ternary' }>, place: Place): Outcome {
    const test = this.truth(at.test, place);
    const ways: Outcome[] = [];
    if (test.holds) ways.push(this.evaluate(at.yes, place));
    if (test.isFalse) ways.push(this.evaluate(at.no, place));
    const why = test.why ?? open(at.test);
    if (test.fails) ways.push(fails(why));
    return ways.length === 1 && ways[0] ? ways[0] : join(ways, why);
  }

  private named(at: Expression, name: string, { scope, frames }: Place): Outcome {
    const owner = findName(scope, name);
    const value = owner && frames.get(owner)?.get(name);
    if (value) return value;
    if (!owner && name === 'resource') return certain({ kind: 'resource' });
    if (!owner && name === 'request') return certain({ kind: 'request' });
    return fails(failing(at, `nothing here is named ${name}`));
  }

  /** A name that means nothing is a place for `bind`. */
  private segments({ segments }: PathLiteral, place: Place): readonly Outcome[] {
    return segments.map((segment) => {
      if (typeof segment === 'string') return certain(known(segment));
      const means = segment.kind !== 'variable' || findName(place.scope, segment.name) !== null;
      if (means || segment.name === 'request' || segment.name === 'resource')
        return this.evaluate(segment, place);
      return certain(known(new Path([{ name: segment.name }])));
    });
  }

  private call(at: Call, place: Place): Outcome {
    const args = at.args.map((arg) => this.evaluate(arg, place));
    const declared = findFunction(place.scope, at.name);
    if (!declared && !isBuiltIn(null, at.name)) return fails(failing(at, `there is no function ${at.name}`));
    if (!declared)
      return after(args, (parts) => concretely(at, parts, (all) => callBuiltIn(this.of, null, at.name, all)));
    const { parameters, lets, result, scope } = declared;
    if (parameters.length !== args.length)
      return fails(failing(at, `${at.name} takes ${parameters.length} arguments, not ${args.length}`));
    const own = new Map(args.map((arg, index) => [parameters[index] ?? '', arg]));
    const inside: Place = { scope, frames: new Map([...place.frames, [scope, own]]) };
    // An argument or a let that fails does no harm until it is used.
    for (const { name, value } of lets) own.set(name, this.evaluate(value, inside));
    return this.evaluate(result, inside);
  }

  private method(at: MethodCall, place: Place): Outcome {
    const { target, name } = at;
    if (target.kind === 'variable' && !findName(place.scope, target.name) && isNamespace(target.name))
      return this.made(at.args, place, (parts) =>
        concretely(at, parts, (all) => callBuiltIn(this.of, target.name, name, all)),
      );
    return this.made([target, ...at.args], place, ([self, ...args]) => {
      if (!self) return undecided(open(at));
      const values = concrete(args);
      return self.kind === 'known' && values
        ? withOperands(at, resultOf(at, callMethod(self.value, name, values)), [self, ...args])
        : abstractMethod(at, self, name, args);
    });
  }
}

const callMethod = (self: Value, name: string, args: readonly Value[]): Result =>
  new MethodByName(name).call(self, args.length, args[0] ?? null, args[1] ?? null);

const isLogic = (at: Expression): boolean =>
  (at.kind === 'binary' && (at.operator === '&&' || at.operator === '||')) ||
  (at.kind === 'unary' && at.operator === '!');

/** Result of the language when all operands are known, else unknown. */
function concretely(
  at: Expression,
  parts: readonly Abstract[],
  work: (values: readonly Value[]) => Result,
): Outcome {
  const values = concrete(parts);
  if (values) return resultOf(at, work(values));
  const why = parts.flatMap((part) => (part.kind === 'unknown' ? [part.why] : []))[0];
  return undecided(why ?? open(at));
}

const listOf = (items: readonly Abstract[]): Abstract => {
  const values = concrete(items);
  return values ? known(values) : { kind: 'list', items };
};

/** The values, if every one is known. */
function concrete(parts: readonly Abstract[]): readonly Value[] | null {
  const values: Value[] = [];
  for (const part of parts) {
    if (part.kind !== 'known') return null;
    values.push(part.value);
  }
  return values;
}

function operateOn(at: Binary, left: Abstract, right: Abstract): Outcome {
  const { operator } = at;
  if (operator === '&&' || operator === '||') return undecided(open(at));
  if (left.kind === 'known' && right.kind === 'known')
    return withOperands(at, resultOf(at, operate(operator, left.value, right.value)), [left, right]);
  switch (operator) {
    case '==':
    case '!=':
      return compareSame(at, operator === '==', left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compareOrder(at, operator, left, right);
    case 'in':
      return compareIn(at, left, right);
    default:
      return undecided(open(at));
  }
}

/** Reason of a false result, with its operands. */
function withOperands(
  at: Binary | MethodCall,
  outcome: Outcome,
  operands: readonly Extract<Abstract, { kind: 'known' }>[] | readonly Abstract[],
): Outcome {
  if (outcome.value?.kind !== 'known' || outcome.value.value !== false) return outcome;
  const parts = at.kind === 'binary' ? [at.left, at.right] : [at.target, ...at.args];
  const problem: Reason['problem'] = (textOf) => {
    const told = parts.flatMap((part, index) => {
      const operand = operands[index];
      return part.kind === 'literal' || part.kind === 'list' || operand?.kind !== 'known'
        ? []
        : [`${textOf(part)} is ${describe(operand.value)}`];
    });
    return told.length > 0 ? told.join(' and ') : 'it is false';
  };
  return { ...outcome, why: { at, how: 'false', problem, toHold: [], toFail: [] } };
}
