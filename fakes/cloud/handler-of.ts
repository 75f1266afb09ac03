import { valueOfOwnKey } from '#provider-kit/own-value.ts';

/** The entry of an operation. `call:declareIncident` is handled by `call`; faults may name the whole. */
export const handlerOf = <T>(
  handlers: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined =>
  valueOfOwnKey(handlers, name) ?? valueOfOwnKey(handlers, name.slice(0, Math.max(0, name.indexOf(':'))));
