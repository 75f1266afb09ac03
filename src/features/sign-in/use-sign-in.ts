/** One way of signing in after the other, with what is under way and what went wrong said in one place. */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Auth, authToken, type SecondFactorChallenge, type SignInResult } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';

export interface SignIn {
  readonly auth: Auth;
  /** Which attempt is under way; `null` for none. */
  readonly busy: string | null;
  readonly error: string | null;
  /** A first proof was accepted; a second is wanted. */
  readonly challenge: SecondFactorChallenge | null;
  /** The address typed so far: it is taken along from one way in to the next. */
  readonly address: string;
  setAddress(address: string): void;
  /** Runs an attempt unless one is under way. Resolves with whether it went well. */
  attempt(name: string, run: (auth: Auth) => Promise<SignInResult | void>): Promise<boolean>;
  /** Takes back what went wrong: the person is about to do something else. */
  clear(): void;
  startOver(): void;
}

/** `onAttempt` hears when an attempt begins and ends: until then the person is not yet who they will be. */
export function useSignIn(onAttempt: (underWay: boolean) => void = () => undefined): SignIn {
  const auth = usePort(authToken);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);
  const [address, setAddress] = useState('');

  const settle = (result: SignInResult | void | null) => {
    if (result?.kind === 'second-factor') setChallenge(result.challenge);
  };
  const refuse = (caught: unknown) => {
    if (!isPortError(caught, 'auth/popup-closed-by-user', 'auth/cancelled-popup-request'))
      setError(explain(caught));
  };
  // A social account may have been asked for by leaving this page; its answer is there on return, once.
  const arrive = useEffectEvent(() => void auth.redirectResult().then(settle, refuse));
  useEffect(() => arrive(), []);

  return {
    auth,
    busy,
    error,
    challenge,
    address,
    setAddress,
    async attempt(name, run) {
      if (busy !== null) return false;
      setBusy(name);
      setError(null);
      onAttempt(true);
      try {
        settle(await run(auth));
        return true;
      } catch (caught) {
        refuse(caught);
        return false;
      } finally {
        setBusy(null);
        onAttempt(false);
      }
    },
    clear: () => setError(null),
    startOver() {
      setChallenge(null);
      setError(null);
    },
  };
}
