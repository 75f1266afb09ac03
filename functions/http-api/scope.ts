/** The check that a key has a scope. */
import type { ApiScope } from '#domain/api-key/schema.ts';
import { fail } from '../kernel/command-failed.ts';
import type { ApiCaller } from './authenticate.ts';

/** Ends the request of a key without the scope. */
export function requireScope({ key }: ApiCaller, scope: ApiScope): void {
  if (key.scopes.includes(scope)) return;
  fail('forbidden', {}, `This API key lacks the scope “${scope}”. Use a key that has it.`);
}
