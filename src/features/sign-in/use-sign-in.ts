/** One way of signing in after the other, with what is under way and what went wrong said in one place. */
import { useState } from 'react';
import { type Auth, authToken, type SecondFactorChallenge, type SignInResult } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explain } from '#src/live/errors.ts';
import { usePort } from '#src/live/ports.tsx';

export interface SignIn {
  readonly auth: Auth;
  /** Which attempt is under way; `null` for none. */
  readonly busy: string | null;
  readonly error: string | null;
  /** A first proof was accepted; a second is wanted. */
  readonly challenge: SecondFactorChallenge | null;
  /** Runs an attempt unless one is under way. Resolves with whether it went well. */
  attempt(name: string, run: (auth: Auth) => Promise<SignInResult | void>): Promise<boolean>;
  startOver(): void;
}

export function useSignIn(): SignIn {
  const auth = usePort(authToken);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);

  return {
    auth,
    busy,
    error,
    challenge,
    async attempt(name, run) {
      if (busy !== null) return false;
      setBusy(name);
      setError(null);
      try {
        const result = await run(auth);
        if (result?.kind === 'second-factor') setChallenge(result.challenge);
        return true;
      } catch (caught) {
        if (!isPortError(caught, 'auth/popup-closed-by-user')) setError(explain(caught));
        return false;
      } finally {
        setBusy(null);
      }
    },
    startOver() {
      setChallenge(null);
      setError(null);
    },
  };
}
