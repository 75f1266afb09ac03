/** Options that a set of functions is. */
import type { OptionNames } from '#ports/options.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';

export const functionSetOptions = {
  callables: true,
  http: true,
  schedules: true,
  tasks: true,
} as const satisfies OptionNames<FunctionSet>;
