/**
 * A configuration template, as it is deployed (`remoteconfig.template.json`): conditions in the order in which they win, and
 * parameters with a value for some of them and a default. Source of shape and limits: Firebase's Remote Config REST reference.
 */
import { mapFields } from '#provider-kit/visit-values.ts';
import { isConfigKey } from '#provider-kit/config/value.ts';
import { PortError } from '#ports/errors.ts';
import { type Condition, type Facts, parseCondition } from './condition.ts';

export interface ConfigTemplate {
  readonly conditions: readonly { readonly name: string; readonly expression: string }[];
  readonly parameters: Readonly<Record<string, ConfigParameter>>;
}

export interface ConfigParameter {
  /** `null`: the application's own default applies. */
  readonly defaultValue: string | null;
  /** Values by the condition's name. */
  readonly conditionalValues: Readonly<Record<string, string | null>>;
}

const mostKeys = 3000;
const mostConditions = 2000;
const mostCharacters = 1_000_000;
const conditionName = /^[-_0-9a-zA-Z'!%.](?:[-_0-9a-zA-Z '!%.]{0,254}[-_0-9a-zA-Z'!%.])?$/;

export const emptyTemplate: ConfigTemplate = { conditions: [], parameters: {} };

const bad = (message: string) => new PortError('invalid-argument', message);

/** @throws PortError invalid-argument (with the mistake and its place), out-of-range */
export function parseTemplate(json: string): ConfigTemplate {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new PortError('invalid-argument', 'The template is no JSON.', { cause });
  }
  const root = asRecord(value, 'The template');
  const conditions = asList(root['conditions'], 'conditions').map((condition) => {
    const { name, expression } = asRecord(condition, 'A condition');
    if (typeof name !== 'string' || !conditionName.test(name))
      throw bad(`${JSON.stringify(name)} can’t be the name of a condition.`);
    if (typeof expression !== 'string') throw bad(`The condition ${name} has no expression.`);
    return { name, expression };
  });
  const groups = Object.values(asRecord(root['parameterGroups'] ?? {}, 'parameterGroups'));
  const sources = [root, ...groups.map((group) => asRecord(group, 'A parameter group'))];
  const parameters = new Map<string, ConfigParameter>();
  for (const source of sources)
    for (const [key, parameter] of Object.entries(asRecord(source['parameters'] ?? {}, 'parameters'))) {
      if (parameters.has(key)) throw bad(`The parameter ${key} is there twice.`);
      parameters.set(key, parameterFrom(key, asRecord(parameter, `The parameter ${key}`)));
    }
  return checkConfigTemplate({ conditions, parameters: Object.fromEntries(parameters) });
}

/** A template with these values for everyone, below its conditional values. `null` removes a parameter. */
export function withValues(
  template: ConfigTemplate,
  values: Readonly<Record<string, string | null>>,
): ConfigTemplate {
  const parameters = new Map(Object.entries(template.parameters));
  for (const [key, value] of Object.entries(values)) {
    const conditionalValues = parameters.get(key)?.conditionalValues ?? {};
    if (value === null) parameters.delete(key);
    else parameters.set(key, { defaultValue: value, conditionalValues });
  }
  return checkConfigTemplate({ ...template, parameters: Object.fromEntries(parameters) });
}

/** Values of a template by client: compiled once, evaluated for each client. */
export function compileTemplate(template: ConfigTemplate): (facts: Facts) => Record<string, string> {
  const conditions = template.conditions.map(({ name, expression }): readonly [string, Condition] => [
    name,
    parseCondition(expression),
  ]);
  return (facts) => {
    const holding = conditions.filter(([, holds]) => holds(facts)).map(([name]) => name);
    const values = Object.entries(template.parameters).map(
      ([key, { defaultValue, conditionalValues }]): readonly [string, string | null] => {
        const winner = holding.find((name) => Object.hasOwn(conditionalValues, name));
        return [key, winner === undefined ? defaultValue : (conditionalValues[winner] ?? null)];
      },
    );
    return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== null));
  };
}

function parameterFrom(key: string, parameter: Record<string, unknown>): ConfigParameter {
  const type = parameter['valueType'] ?? 'STRING';
  const value = (given: unknown): string | null => {
    const held = asRecord(given, `A value of ${key}`);
    if (held['useInAppDefault'] === true) return null;
    if (typeof held['value'] !== 'string') throw bad(`A value of ${key} is no text.`);
    checkType(key, type, held['value']);
    return held['value'];
  };
  const conditional = asRecord(parameter['conditionalValues'] ?? {}, `conditionalValues of ${key}`);
  return {
    defaultValue: parameter['defaultValue'] === undefined ? null : value(parameter['defaultValue']),
    conditionalValues: mapFields(conditional, value),
  };
}

function checkType(key: string, type: unknown, value: string): void {
  const wrong = () => bad(`${JSON.stringify(value)} is no ${String(type)}, which ${key} is said to be.`);
  if (type === 'BOOLEAN' && value !== 'true' && value !== 'false') throw wrong();
  if (type === 'NUMBER' && (value.trim() === '' || Number.isNaN(Number(value)))) throw wrong();
  if (type !== 'JSON') return;
  try {
    JSON.parse(value);
  } catch {
    throw wrong();
  }
}

/** @throws PortError invalid-argument, out-of-range */
export function checkConfigTemplate(template: ConfigTemplate): ConfigTemplate {
  const { conditions, parameters } = template;
  const names = new Set(conditions.map(({ name }) => name));
  if (names.size < conditions.length) throw bad('Two conditions have the same name.');
  let characters = 0;
  for (const [key, { defaultValue, conditionalValues }] of Object.entries(parameters)) {
    const values = [defaultValue, ...Object.values(conditionalValues)];
    if (!isConfigKey(key) || values.some((value) => value !== null && typeof value !== 'string'))
      throw bad(`"${key}" is no configuration key, or its value is no text.`);
    const unknown = Object.keys(conditionalValues).find((name) => !names.has(name));
    if (unknown !== undefined) throw bad(`${key} has a value for ${unknown}, which is no condition.`);
    characters += key.length + values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  }
  if (
    Object.keys(parameters).length > mostKeys ||
    characters > mostCharacters ||
    conditions.length > mostConditions
  )
    throw new PortError(
      'out-of-range',
      `Configuration has up to ${mostKeys} keys, ${mostConditions} conditions and ${mostCharacters} characters.`,
    );
  for (const { expression } of conditions) parseCondition(expression);
  return Object.freeze(template);
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad(`${what} must be an object.`);
  return value as Record<string, unknown>;
}

function asList(value: unknown, what: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw bad(`${what} must be a list.`);
  return value;
}
