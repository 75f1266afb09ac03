/** Names and values that a measurement may have. */
import { PortError } from '#ports/errors.ts';

const longestName = 100;
const longestAttributeName = 40;
const longestAttributeValue = 100;
const mostMetrics = 32;
const mostAttributes = 5;
const attributeShape = /^[A-Za-z][A-Za-z0-9_]*$/;

const isName = (name: string) =>
  typeof name === 'string' &&
  name !== '' &&
  name.length <= longestName &&
  name.trim() === name &&
  !name.startsWith('_');

/** @throws PortError performance/invalid-trace */
export function checkTraceName(name: string): void {
  if (!isName(name))
    throw new PortError('performance/invalid-trace', `"${name}" can't be the name of a trace.`);
}

/** The value as it is kept. @throws PortError performance/invalid-metric; TypeError for what is no number */
export function checkMetric(name: string, value: number, present: ReadonlyMap<string, number>): number {
  if (typeof value !== 'number') throw new TypeError('A metric is a number.');
  if (!isName(name) || !Number.isFinite(value))
    throw new PortError('performance/invalid-metric', `"${name}" can't be a metric of ${value}.`);
  if (!present.has(name) && present.size >= mostMetrics)
    throw new PortError('performance/invalid-metric', `A trace has up to ${mostMetrics} metrics.`);
  return Math.floor(value);
}

/**
 * @param reserved prefixes of names that the provider keeps for itself
 * @throws PortError performance/invalid-attribute
 */
export function checkAttribute(
  name: string,
  value: string,
  present: ReadonlyMap<string, string>,
  reserved: readonly string[],
): void {
  const good =
    attributeShape.test(name) &&
    name.length <= longestAttributeName &&
    typeof value === 'string' &&
    value !== '' &&
    value.length <= longestAttributeValue &&
    !reserved.some((prefix) => name.startsWith(prefix));
  if (!good)
    throw new PortError('performance/invalid-attribute', `"${name}" can't be an attribute of "${value}".`);
  if (!present.has(name) && present.size >= mostAttributes)
    throw new PortError('performance/invalid-attribute', `A trace has up to ${mostAttributes} attributes.`);
}
