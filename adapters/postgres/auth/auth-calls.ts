/** Calls of sign-in, by their names without `auth.`. */
import type { AuthFields } from './auth-fields.ts';
import type { AuthRequest } from './sign-in-state.ts';

export type AuthCall = (fields: AuthFields, request: AuthRequest) => unknown;
export type AuthCalls = Readonly<Record<string, AuthCall>>;
