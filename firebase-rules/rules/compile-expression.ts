/** Expressions as closures: everything that is known before the evaluation is computed here. */
import { negate } from './arithmetic.ts';
import {
  both,
  choose,
  comparison,
  costOf,
  fieldGetter,
  literal,
  not,
  type Run,
  strict1,
  strict2,
  valueOf,
} from './closures.ts';
import { PathCompiler, type Place } from './compile-path.ts';
import { withType } from './describe.ts';
import { functions, namespaces } from './functions.ts';
import { lookupFunction } from './lookup-functions.ts';
import { keysInAnyOrder } from './map-methods.ts';
import { MethodByName } from './methods.ts';
import { at, isOfType, operate, range, type StrictOperator } from './operators.ts';
import { findFunction } from './scope.ts';
import type { Slots } from './slots.ts';
import type {
  Call,
  Expression,
  FunctionDeclaration,
  MapLiteral,
  MethodCall,
  Scope,
  ServiceKind,
  Variable,
} from './syntax.ts';
import { Failure, MapLiteralValue, type Result, type Value } from './values.ts';

interface CompiledFunction {
  readonly lets: readonly Run[];
  readonly result: Run;
}

/** Wrapper of each closure: the closure itself, or one that also records its result. */
export type Wrap = (expression: Expression, run: Run) => Run;

export class Compiler {
  private readonly service: ServiceKind;
  private readonly slots: Slots;
  private readonly wrap: Wrap | null;
  private readonly paths: PathCompiler;
  private readonly compiled = new Map<FunctionDeclaration, CompiledFunction>();

  constructor(service: ServiceKind, slots: Slots, wrap: Wrap | null = null) {
    this.service = service;
    this.slots = slots;
    this.wrap = wrap;
    this.paths = new PathCompiler(slots, (part, place) => this.expression(part, place), wrap === null);
  }

  condition(expression: Expression, scope: Scope): Run {
    return this.counted(expression, { scope, visible: 0 });
  }

  /** Counts the expressions evaluated in any case; an optional part counts itself when it is evaluated. */
  private counted(expression: Expression, place: Place): Run {
    const run = this.expression(expression, place);
    const cost = costOf(expression);
    return (of) => {
      of.spend(cost);
      return run(of);
    };
  }

  /** `inAnyOrder`: the caller does not need the order of items. */
  private expression(expression: Expression, place: Place, inAnyOrder = false): Run {
    const run =
      expression.kind === 'method'
        ? this.method(expression, place, inAnyOrder)
        : this.made(expression, place);
    return this.wrap ? this.wrap(expression, run) : run;
  }

  private made(expression: Exclude<Expression, MethodCall>, place: Place): Run {
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
        return this.paths.path(expression, place);
      case 'call':
        return this.call(expression, place);
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
    // The collection of `in` is evaluated first: of two failures, its one is reported.
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

  private call(call: Call, place: Place): Run {
    const { name, args } = call;
    const declared = findFunction(place.scope, name);
    if (declared) return this.declared(declared, args, place);
    const lookup = lookupFunction(this.service, null, name);
    if (lookup) return this.paths.lookup(name, lookup, args, place);
    return this.builtIn(name, Object.hasOwn(functions, name) ? functions[name] : undefined, args, place);
  }

  private method(call: MethodCall, place: Place, inAnyOrder: boolean): Run {
    const { target, name, args } = call;
    const namespace =
      target.kind === 'variable' && !this.slots.find(place.scope, target.name, place.visible)
        ? target.name
        : null;
    if (namespace !== null) {
      const lookup = lookupFunction(this.service, namespace, name);
      if (lookup) return this.paths.lookup(`${namespace}.${name}`, lookup, args, place);
      const space = namespaces.get(namespace);
      if (space)
        return this.builtIn(
          `${namespace}.${name}`,
          Object.hasOwn(space, name) ? space[name] : undefined,
          args,
          place,
        );
    }
    const methods = new MethodByName(!this.wrap && inAnyOrder && name === 'keys' ? keysInAnyOrder : name);
    const self = this.expression(target, place, disordering.has(name));
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

/** Methods of lists to which order means nothing. */
const disordering = new Set(['hasAll', 'hasAny', 'hasOnly', 'size', 'toSet']);

/** `{name: 1}` means `{'name': 1}`. */
const mapKey = (key: Expression): Expression =>
  key.kind === 'variable' ? { kind: 'literal', at: key.at, value: key.name, float: false } : key;
