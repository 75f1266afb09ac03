/** Configuration values and argument checks, the same for every provider. */
import { bounds } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import type { ConfigSource, ConfigValue } from '#ports/config/config.ts';

const yes = new Set(['1', 'true', 't', 'yes', 'y', 'on']);
const shape = /^[A-Za-z_][A-Za-z0-9_]{0,255}$/;

export const isConfigKey = (key: string): boolean => shape.test(key);

/** `text` is `''` for a static value. */
function configValue(source: ConfigSource, text: string): ConfigValue {
  return Object.freeze({
    source,
    asString: () => text,
    asNumber: () => {
      const number = Number(text);
      return Number.isNaN(number) ? 0 : number;
    },
    asBoolean: () => yes.has(text.toLowerCase()),
  });
}

/** Value of a key: the fetched and activated one, else the application's default, else empty. */
export function valueFrom(active: string | undefined, byDefault: string | undefined): ConfigValue {
  if (active !== undefined) return configValue('remote', active);
  return byDefault === undefined ? configValue('static', '') : configValue('default', byDefault);
}

/** @throws TypeError for a bad key, and for a value that is no text, number or boolean */
export function copyDefaults(
  defaults: Readonly<Record<string, string | number | boolean>>,
): ReadonlyMap<string, string> {
  const copy = new Map<string, string>();
  for (const [key, value] of Object.entries(defaults)) {
    if (!isConfigKey(key)) throw new TypeError(`"${key}" is no configuration key.`);
    if (!['string', 'number', 'boolean'].includes(typeof value))
      throw new TypeError(`The default of ${key} must be a text, a number or a boolean.`);
    copy.set(key, String(value));
  }
  return copy;
}

/** @throws PortError out-of-range */
export function checkBound(name: 'configFetchIntervalMs' | 'configFetchTimeoutMs', value: number): void {
  const { min, max, unit } = bounds[name];
  if (!Number.isFinite(value) || value < min || value > max)
    throw new PortError('out-of-range', `It must be between ${min} and ${max} ${unit}; ${value} was given.`);
}

const longestName = 250;
const longestText = 500;
const mostSignals = 100;

export type Signals = Readonly<Record<string, string | number>>;

/** `changes` laid over `signals`. @throws TypeError for a value of another type; PortError out-of-range for too long or many */
export function changeSignals(
  signals: Signals,
  changes: Readonly<Record<string, string | number | null>>,
): Signals {
  const next = new Map(Object.entries(signals));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) {
      next.delete(name);
      continue;
    }
    if (typeof value !== 'string' && !Number.isFinite(value))
      throw new TypeError(`The signal ${name} must be a text or a finite number.`);
    if (name.length > longestName || String(value).length > longestText)
      throw new PortError(
        'out-of-range',
        `A signal has up to ${longestName} characters in its name, ${longestText} in its value.`,
      );
    next.set(name, value);
  }
  if (next.size > mostSignals)
    throw new PortError('out-of-range', `There can be ${mostSignals} signals at most.`);
  return Object.fromEntries(next);
}
