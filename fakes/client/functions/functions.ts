/** Placeholder until the functions client lands. */
import type { Functions } from '#ports/functions/functions.ts';
import type { ClientContext } from '../context.ts';

export function createFunctions(context: ClientContext): Functions {
  void context;
  return {} as Functions;
}
