/** Placeholder until the server code lands. */
import type { FunctionSet } from '#ports/server/handlers.ts';

export const functions: FunctionSet = { callables: {} };
