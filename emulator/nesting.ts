/** How deep JSON goes: whatever walks through it afterwards may call itself at every level. */
import { PortError } from '#ports/errors.ts';
import { deepestNesting } from './bounds.ts';

/** Objects and lists within each other; without calling itself. @throws PortError invalid-argument */
export function checkNesting(json: unknown): void {
  let level: readonly object[] = isObject(json) ? [json] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepestNesting)
      throw new PortError(
        'invalid-argument',
        `Objects and lists lie within each other more than ${deepestNesting} times. Send what is flatter.`,
      );
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
