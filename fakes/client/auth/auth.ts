/** Placeholder until the auth client lands. */
import type { Auth } from '#ports/auth/auth.ts';
import type { ClientContext } from '../context.ts';

export function createAuth(context: ClientContext): Auth {
  void context;
  return {} as Auth;
}
