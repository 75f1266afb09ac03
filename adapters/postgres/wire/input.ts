/** Checks of what arrives over a connection. */
import { PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';

/** @throws PortError invalid-argument for what a check of arguments throws */
export function checkedInput<T>(check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (cause instanceof TypeError)
      throw new PortError('invalid-argument', cause.message.slice(0, 300), { cause });
    throw cause;
  }
}

/** @throws PortError invalid-argument */
export function objectInput(value: unknown): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value;
  throw new PortError('invalid-argument', 'An object is expected.');
}
