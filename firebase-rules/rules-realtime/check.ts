/** Static check of an expression for parts that can never have a value, as deploying it to the hosted service does. */
import { type Method, queryProperties, snapshotMethods, stringMethods } from './methods.ts';
import { type Expression, ExpressionError } from './syntax.ts';
import { isFuzzy, mayBe, type Type } from './types.ts';

export type Names = ReadonlyMap<string, Type>;

const arithmetic = new Set(['-', '*', '/', '%']);
const comparing = new Set(['<', '<=', '>', '>=']);

/** @throws ExpressionError */
export function checkRule(expression: Expression, names: Names): void {
  const type = typeOf(expression, names);
  if (type !== 'boolean')
    throw new ExpressionError(
      expression.start,
      `A rule must be true or false for certain; this is ${named(type)}.`,
    );
}

const named = (type: Type) =>
  ({
    boolean: 'true or false',
    number: 'a number',
    string: 'a text',
    null: 'null',
    snapshot: 'a place',
    query: 'a query',
    pattern: 'a pattern',
    list: 'a list',
    primitive: 'any plain value',
    any: 'anything',
  })[type];

function typeOf(expression: Expression, names: Names): Type {
  const { start } = expression;
  const fail = (message: string, at = start): never => {
    throw new ExpressionError(at, message);
  };
  const needBoolean = (operand: Expression, operator: string) => {
    const type = typeOf(operand, names);
    if (type !== 'boolean')
      fail(
        `${operator} needs true or false; this is ${named(type)}. Compare it with something.`,
        operand.start,
      );
  };
  switch (expression.kind) {
    case 'literal':
      return expression.value === null
        ? 'null'
        : (typeof expression.value as 'boolean' | 'number' | 'string');
    case 'pattern':
      return 'pattern';
    case 'list':
      for (const item of expression.items)
        if (!mayBe(typeOf(item, names), 'string')) fail('A list holds texts only.', item.start);
      return 'list';
    case 'name':
      return names.get(expression.name) ?? fail(`Nothing is called ${expression.name} here.`);
    case 'not':
      needBoolean(expression.of, '!');
      return 'boolean';
    case 'minus':
      if (!mayBe(typeOf(expression.of, names), 'number')) fail('- needs a number.', expression.of.start);
      return 'number';
    case 'and':
    case 'or': {
      const operator = expression.kind === 'and' ? '&&' : '||';
      needBoolean(expression.left, operator);
      needBoolean(expression.right, operator);
      return 'boolean';
    }
    case 'choice': {
      needBoolean(expression.test, '?');
      const [yes, no] = [typeOf(expression.yes, names), typeOf(expression.no, names)];
      return yes === no ? yes : 'any';
    }
    case 'binary':
      return binaryType(expression, names);
    case 'member':
      return memberType(expression, names);
    case 'call':
      return callType(expression, names);
  }
}

function binaryType({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, names: Names): Type {
  const types = [left, right].map((operand) => typeOf(operand, names));
  const needs = (what: string, ...wanted: readonly Type[]) => {
    for (const [index, type] of types.entries())
      if (!mayBe(type, ...wanted))
        throw new ExpressionError(
          (index === 0 ? left : right).start,
          `${operator} ${what}; this is ${named(type)}.`,
        );
  };
  const [one = 'any', other = 'any'] = types;
  if (operator === '+') {
    needs('needs numbers or texts', 'number', 'string');
    if (one === 'string' || other === 'string') return 'string';
    return one === 'number' && other === 'number' ? 'number' : 'primitive';
  }
  if (arithmetic.has(operator)) {
    needs('needs numbers', 'number');
    return 'number';
  }
  if (comparing.has(operator)) {
    needs('compares numbers or texts', 'number', 'string');
    if (one !== other && !isFuzzy(one) && !isFuzzy(other))
      throw new ExpressionError(
        left.start,
        `${operator} compares two numbers or two texts, not ${named(one)} and ${named(other)}.`,
      );
  } else needs('compares plain values: ask a place for its val()', 'boolean', 'number', 'string', 'null');
  return 'boolean';
}

function memberType({ of, property, computed }: Extract<Expression, { kind: 'member' }>, names: Names): Type {
  const owner = typeOf(of, names);
  if (owner === 'any') {
    if (computed && !mayBe(typeOf(property, names), 'string'))
      throw new ExpressionError(property.start, 'What stands in the brackets must be a text.');
    return 'any';
  }
  const name = nameOf(property);
  if (owner === 'query') {
    const type = queryProperties.get(name);
    if (type) return type;
  } else if ((owner === 'string' || owner === 'primitive') && name === 'length') return 'number';
  throw new ExpressionError(
    property.start,
    methodOf(owner, name)
      ? `${name} is asked with brackets: ${name}(…).`
      : `There is no ${name} of ${named(owner)}.`,
  );
}

function callType({ callee, given, start }: Extract<Expression, { kind: 'call' }>, names: Names): Type {
  if (callee.kind !== 'member')
    throw new ExpressionError(start, 'Only what a place or a text offers can be called.');
  const owner = typeOf(callee.of, names);
  const name = nameOf(callee.property);
  const method = methodOf(owner, name);
  if (!method) throw new ExpressionError(callee.property.start, `There is no ${name}() of ${named(owner)}.`);
  const types = given.map((argument) => typeOf(argument, names));
  const { takes } = method;
  if (takes === 'keys') {
    const [list] = given;
    if (given.length > 1 || (list && (list.kind !== 'list' || list.items.length === 0)))
      throw new ExpressionError(
        (list ?? callee).start,
        `${name}() takes nothing, or one list of texts: ${name}(['a', 'b']).`,
      );
    return method.returns;
  }
  if (given.length !== takes.length)
    throw new ExpressionError(
      start,
      `${name}() takes ${takes.length === 0 ? 'nothing' : takes.length}, not ${given.length}.`,
    );
  for (const [index, wanted] of takes.entries()) {
    const type = types[index] ?? 'any';
    const fits = wanted === 'pattern' ? type === 'pattern' : mayBe(type, wanted);
    if (!fits)
      throw new ExpressionError(
        given[index]?.start ?? start,
        `${name}() takes ${named(wanted)} here, not ${named(type)}.`,
      );
  }
  return method.returns;
}

function methodOf(owner: Type, name: string): Method | undefined {
  if (owner === 'snapshot') return snapshotMethods.get(name);
  return mayBe(owner, 'string') ? stringMethods.get(name) : undefined;
}

/** The name of a property of places and texts must be a literal. */
function nameOf(property: Expression): string {
  if (property.kind === 'literal' && typeof property.value === 'string') return property.value;
  throw new ExpressionError(property.start, 'Write out what is asked for.');
}
