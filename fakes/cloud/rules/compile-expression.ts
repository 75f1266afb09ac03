/** Expressions as closures: what can be found out once is found out here. */
import { DocRef } from '#ports/docs/values.ts';
import { negate } from './arithmetic.ts';
import { withType } from './describe.ts';
import type { Evaluation } from './evaluation.ts';
import { functions, namespaces } from './functions.ts';
import { lookupFunction, type LookupFunction } from './lookup-functions.ts';
import { MethodByName } from './methods.ts';
import { at, isOfType, member, operate, range, type StrictOperator } from './operators.ts';
import { segmentsOf } from './other-methods.ts';
import { findFunction } from './scope.ts';
import type { Slots } from './slots.ts';
import type {
  Call,
  Expression,
  FunctionDeclaration,
  Literal,
  MapLiteral,
  MethodCall,
  PathLiteral,
  Scope,
  ServiceKind,
  Variable,
} from './syntax.ts';
import { partsOf } from './walk.ts';
import {
  documentPath,
  Failure,
  float,
  MapLiteralValue,
  Path,
  type Result,
  Structure,
  type Value,
} from './values.ts';

export type Run = (of: Evaluation) => Result;

interface Place {
  readonly scope: Scope;
  /** How many of the function's names can be seen yet; a let sees those before it. */
  readonly visible: number;
}

interface CompiledFunction {
  readonly lets: readonly Run[];
  readonly result: Run;
}

/** What becomes of each closure: nothing, or one that also tells what it came to. */
export type Wrap = (expression: Expression, run: Run) => Run;

export class Compiler {
  private readonly service: ServiceKind;
  private readonly slots: Slots;
  private readonly wrap: Wrap | null;
  private readonly compiled = new Map<FunctionDeclaration, CompiledFunction>();

  constructor(service: ServiceKind, slots: Slots, wrap: Wrap | null = null) {
    this.service = service;
    this.slots = slots;
    this.wrap = wrap;
  }

  condition(expression: Expression, scope: Scope): Run {
    return this.counted(expression, { scope, visible: 0 });
  }

  /** Counts what will be evaluated in any case; what may be left out counts itself when it is not. */
  private counted(expression: Expression, place: Place): Run {
    const run = this.expression(expression, place);
    const cost = costOf(expression);
    return (of) => {
      of.spend(cost);
      return run(of);
    };
  }

  private expression(expression: Expression, place: Place): Run {
    const run = this.made(expression, place);
    return this.wrap ? this.wrap(expression, run) : run;
  }

  private made(expression: Expression, place: Place): Run {
    switch (expression.kind) {
      case 'literal':
        return literal(expression);
      case 'variable':
        return this.variable(expression, place);
      case 'member':
        return fieldGetter(this.expression(expression.target, place), expression.name);
      case 'index':
        return strict2(
          this.expression(expression.target, place),
          this.expression(expression.index, place),
          at,
        );
      case 'range':
        return this.strict([expression.target, expression.from, expression.to], place, (values) =>
          range(values[0] ?? null, values[1] ?? null, values[2] ?? null),
        );
      case 'list':
        return this.strict(expression.items, place, (values) => values);
      case 'map':
        return this.map(expression, place);
      case 'path':
        return this.path(expression, place);
      case 'call':
        return this.call(expression, place);
      case 'method':
        return this.method(expression, place);
      case 'unary':
        return expression.operator === '!'
          ? not(this.expression(expression.operand, place))
          : strict1(this.expression(expression.operand, place), negate);
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right, place);
      case 'is': {
        const { type } = expression;
        return strict1(this.expression(expression.value, place), (value) => isOfType(value, type));
      }
      case 'ternary':
        return choose(
          this.expression(expression.test, place),
          this.counted(expression.yes, place),
          this.counted(expression.no, place),
        );
      default:
        return expression satisfies never;
    }
  }

  private variable({ name }: Variable, { scope, visible }: Place): Run {
    const slot = this.slots.find(scope, name, visible);
    if (slot?.kind === 'local') return (of) => of.frame[slot.at] ?? null;
    if (slot) return (of) => of.captures[slot.at] ?? null;
    if (name === 'request') return (of) => of.request;
    if (name === 'resource') return (of) => of.resource;
    const failure = new Failure(() => `nothing here is named ${name}`);
    return () => failure;
  }

  private binary(operator: string, left: Expression, right: Expression, place: Place): Run {
    const first = this.expression(left, place);
    if (operator === '&&') return both(first, this.counted(right, place), false);
    if (operator === '||') return both(first, this.counted(right, place), true);
    const second = this.expression(right, place);
    if ((operator === '==' || operator === '!=') && right.kind === 'literal')
      return comparison(first, right, operator === '==');
    const strict = operator as StrictOperator;
    // The collection of `in` comes first: of two failures, its one is told.
    if (strict === 'in') return strict2(second, first, (container, value) => operate('in', value, container));
    return strict2(first, second, (one, other) => operate(strict, one, other));
  }

  private map({ entries }: MapLiteral, place: Place): Run {
    const parts = entries.flatMap(({ key, value }) => [mapKey(key), value]);
    return this.strict(parts, place, (values) => {
      const map = new Map<string, Value>();
      for (let index = 0; index < values.length; index += 2) {
        const key = values[index] ?? null;
        if (typeof key !== 'string') return new Failure(() => `keys are strings, not ${withType(key)}`);
        map.set(key, values[index + 1] ?? null);
      }
      return new MapLiteralValue(map);
    });
  }

  private path({ segments }: PathLiteral, place: Place): Run {
    const parts = segments.map((segment) =>
      typeof segment === 'string' ? segment : this.segment(segment, place),
    );
    if (parts.every((part) => typeof part === 'string')) {
      const path = new Path(parts);
      return () => path;
    }
    return (of) => {
      const found: Path['segments'][number][] = [];
      for (const part of parts) {
        if (typeof part === 'string') {
          found.push(part);
          continue;
        }
        const value = part(of);
        if (value instanceof Failure) return value;
        if (typeof value === 'string' && !value.includes('/')) {
          found.push(value);
          continue;
        }
        const several = segmentsOf(value);
        if (several instanceof Failure) return several;
        found.push(...several);
      }
      return new Path(found);
    };
  }

  /** A name that means nothing is a place for `bind`. */
  private segment(segment: Expression, place: Place): Run {
    const isPlace =
      segment.kind === 'variable' &&
      segment.name !== 'request' &&
      segment.name !== 'resource' &&
      !this.slots.find(place.scope, segment.name, place.visible);
    if (!isPlace) return this.expression(segment, place);
    const path = new Path([{ name: segment.name }]);
    return () => path;
  }

  private call(call: Call, place: Place): Run {
    const { name, args } = call;
    const declared = findFunction(place.scope, name);
    if (declared) return this.declared(declared, args, place);
    const lookup = lookupFunction(this.service, null, name);
    if (lookup) return this.lookup(name, lookup, args, place);
    return this.builtIn(name, Object.hasOwn(functions, name) ? functions[name] : undefined, args, place);
  }

  private method(call: MethodCall, place: Place): Run {
    const { target, name, args } = call;
    const namespace =
      target.kind === 'variable' && !this.slots.find(place.scope, target.name, place.visible)
        ? target.name
        : null;
    if (namespace !== null) {
      const lookup = lookupFunction(this.service, namespace, name);
      if (lookup) return this.lookup(`${namespace}.${name}`, lookup, args, place);
      const space = namespaces.get(namespace);
      if (space)
        return this.builtIn(
          `${namespace}.${name}`,
          Object.hasOwn(space, name) ? space[name] : undefined,
          args,
          place,
        );
    }
    const methods = new MethodByName(name);
    const self = this.expression(target, place);
    const [first, second] = args;
    if (!first) return strict1(self, (value) => methods.call(value, 0, null, null));
    if (!second)
      return strict2(self, this.expression(first, place), (value, one) => methods.call(value, 1, one, null));
    return this.strict([target, ...args], place, (values) =>
      methods.call(values[0] ?? null, args.length, values[1] ?? null, values[2] ?? null),
    );
  }

  private declared(declaration: FunctionDeclaration, args: readonly Expression[], place: Place): Run {
    const { name, parameters } = declaration;
    const given = args.map((arg) => this.expression(arg, place));
    if (parameters.length !== given.length)
      return () => new Failure(() => `${name} takes ${parameters.length} arguments, not ${given.length}`);
    const body = this.body(declaration);
    return (of) => {
      const frame: Result[] = [];
      for (const arg of given) frame.push(arg(of));
      const outer = of.frame;
      of.frame = frame;
      for (const each of body.lets) frame.push(each(of));
      const result = body.result(of);
      of.frame = outer;
      return result;
    };
  }

  /** Functions call each other in no circle, so each can be compiled when it is first called. */
  private body(declaration: FunctionDeclaration): CompiledFunction {
    const known = this.compiled.get(declaration);
    if (known) return known;
    const { scope, lets, parameters, result } = declaration;
    const made: CompiledFunction = {
      lets: lets.map(({ value }, index) =>
        this.counted(value, { scope, visible: parameters.length + index }),
      ),
      result: this.counted(result, { scope, visible: scope.names.length }),
    };
    this.compiled.set(declaration, made);
    return made;
  }

  private lookup(
    name: string,
    { after, gives }: LookupFunction,
    args: readonly Expression[],
    place: Place,
  ): Run {
    const [arg] = args;
    if (!arg || args.length > 1) return () => new Failure(() => `${name} takes one path`);
    const path = this.expression(arg, place);
    return (of) => {
      const value = path(of);
      if (value instanceof Failure) return value;
      const full = value instanceof DocRef ? documentPath(value.path) : value;
      if (!(full instanceof Path)) return new Failure(() => `${name} wants a path, not ${withType(value)}`);
      const found = of.document(full, after);
      if (found instanceof Failure) return found;
      if (gives === 'existence') return found !== null;
      return found ?? new Failure(() => `there is no document ${full.segments.slice(3).join('/')}`);
    };
  }

  private builtIn(
    name: string,
    builtIn: { takes: number; call(...args: readonly Value[]): Result } | undefined,
    args: readonly Expression[],
    place: Place,
  ): Run {
    if (!builtIn) return this.strict(args, place, () => new Failure(() => `there is no function ${name}`));
    if (builtIn.takes !== args.length)
      return () => new Failure(() => `${name} takes ${builtIn.takes} arguments, not ${args.length}`);
    return this.strict(args, place, (values) => builtIn.call(...values));
  }

  /** Evaluates all, and fails as the first that fails. */
  private strict(
    parts: readonly Expression[],
    place: Place,
    then: (values: readonly Value[]) => Result,
  ): Run {
    const runs = parts.map((part) => this.expression(part, place));
    if (!this.wrap && parts.every((part) => part.kind === 'literal')) {
      const constants = parts.map((part) => (part.kind === 'literal' ? valueOf(part) : null));
      const constant = then(constants);
      return () => constant;
    }
    return (of) => {
      const values: Value[] = [];
      let failure: Failure | null = null;
      for (const run of runs) {
        const value = run(of);
        if (value instanceof Failure) failure ??= value;
        else values.push(value);
      }
      return failure ?? then(values);
    };
  }
}

/** `{name: 1}` means `{'name': 1}`. */
const mapKey = (key: Expression): Expression =>
  key.kind === 'variable' ? { kind: 'literal', at: key.at, value: key.name, float: false } : key;

/** As many expressions as are evaluated in any case. */
function costOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return expression.operator === '&&' || expression.operator === '||'
        ? 1 + costOf(expression.left)
        : 1 + costOf(expression.left) + costOf(expression.right);
    case 'ternary':
      return 1 + costOf(expression.test);
    default:
      return partsOf(expression).reduce((sum, part) => sum + costOf(part), 1);
  }
}

function valueOf({ value, float: isFloat }: Literal): Value {
  return isFloat && typeof value === 'number' ? float(value) : value;
}

function literal(expression: Literal): Run {
  const value = valueOf(expression);
  return () => value;
}

function strict1(operand: Run, then: (value: Value) => Result): Run {
  return (of) => {
    const value = operand(of);
    return value instanceof Failure ? value : then(value);
  };
}

function strict2(first: Run, second: Run, then: (one: Value, other: Value) => Result): Run {
  return (of) => {
    const one = first(of);
    const other = second(of);
    if (one instanceof Failure) return one;
    return other instanceof Failure ? other : then(one, other);
  };
}

/** `&&` (decided by false) and `||` (decided by true): a failure counts only when the other side decides nothing. */
function both(left: Run, right: Run, decisive: boolean): Run {
  return (of) => {
    const one = left(of);
    if (one === decisive) return decisive;
    const other = right(of);
    if (other === decisive) return decisive;
    return notBoolean(one) ?? notBoolean(other) ?? !decisive;
  };
}

function notBoolean(value: Result): Failure | null {
  if (typeof value === 'boolean') return null;
  return value instanceof Failure ? value : new Failure(() => `${withType(value)} is neither true nor false`);
}

function not(operand: Run): Run {
  return (of) => {
    const value = operand(of);
    return notBoolean(value) ?? value !== true;
  };
}

function choose(test: Run, yes: Run, no: Run): Run {
  return (of) => {
    const value = test(of);
    return notBoolean(value) ?? (value === true ? yes(of) : no(of));
  };
}

/** `==` and `!=` with a literal. */
function comparison(operand: Run, right: Literal, wanted: boolean): Run {
  const literal = valueOf(right);
  const simple = literal === null || typeof literal === 'string' || typeof literal === 'boolean';
  return (of) => {
    const value = operand(of);
    if (value instanceof Failure) return value;
    return (simple ? value === literal : operate('==', value, literal) === true) === wanted;
  };
}

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** `target.name`, quickly for plain maps and structures. */
function fieldGetter(target: Run, name: string): Run {
  const plainName = !inherited.has(name);
  return (of) => {
    const value = target(of);
    if (value instanceof Failure) return value;
    if (value instanceof Structure) {
      const field = value.field(name);
      if (field !== undefined) return field instanceof DocRef ? documentPath(field.path) : field;
    } else if (plainName && isPlain(value)) {
      const field = (value as Readonly<Record<string, Value>>)[name];
      if (field !== undefined && !(field instanceof DocRef)) return field;
    }
    return member(value, name);
  };
}

function isPlain(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
