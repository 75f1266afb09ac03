/** Sign-ins whose first proof was accepted, and that need a second one. */
import type { MultiFactorError } from 'firebase/auth';

const isHalfWay = (error: unknown): error is MultiFactorError =>
  error instanceof Error && 'code' in error && error.code === 'auth/multi-factor-auth-required';

/** The SDK's error of such a sign-in; a refusal in the person's name has it as its cause. */
export const halfWay = (error: unknown): MultiFactorError | undefined =>
  [error, error instanceof Error ? error.cause : null].find(isHalfWay);
