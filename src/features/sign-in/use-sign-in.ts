/** Sign-in attempts, one at a time, with one place for the attempt under way and the error. */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Auth, authToken, type SecondFactorChallenge, type SignInResult } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explain } from '#src/data/client/errors.ts';
import { useNamedActions } from '#src/data/client/named-actions.ts';
import { usePort } from '#react/ports.tsx';

export interface SignIn {
  readonly auth: Auth;
  /** Name of the pending attempt; `null`: none. */
  readonly busy: string | null;
  readonly error: string | null;
  /** A first proof was accepted; a second is wanted. */
  readonly challenge: SecondFactorChallenge | null;
  /** The address typed so far: it is taken along from one way in to the next. */
  readonly address: string;
  setAddress(address: string): void;
  /** Runs an attempt unless one is under way. Resolves with whether it succeeded. */
  attempt(name: string, run: (auth: Auth) => Promise<SignInResult | void>): Promise<boolean>;
  /** Clears the error: the person is about to do something else. */
  clear(): void;
  startOver(): void;
}

/**
 * Called when an attempt begins (`true`) and ends. An attempt that signs in ends after the promise that its beginning returned, and
 * which never rejects.
 */
export type OnAttempt = (underWay: boolean) => Promise<void> | undefined;

/**
 * `onAttempt` is called when an attempt begins and ends: until its end the person's state is not final. Errors are shown in the `view` of
 * the attempt, and in no other.
 */
export function useSignIn(onAttempt: OnAttempt = () => undefined, view: string | null = null): SignIn {
  const auth = usePort(authToken);
  const { busy, error, run: start, clearError } = useNamedActions();
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);
  const [address, setAddress] = useState('');
  const [firstView] = useState(view);
  const [triedIn, setTriedIn] = useState(view);

  const settle = (result: SignInResult | void | null) => {
    if (result?.kind === 'second-factor') setChallenge(result.challenge);
  };
  // The answer of a social account that was asked by leaving this page; it is there once, on return. Mostly there is none, and nothing
  // is rendered again. A mutation would render the screen again for its pending state and for its end.
  const [answerError, setAnswerError] = useState<unknown>(null);
  const askForAnswer = useEffectEvent(() => {
    auth.social?.redirectResult().then(settle, setAnswerError);
  });
  useEffect(() => askForAnswer(), []);
  const clear = () => {
    clearError();
    setAnswerError(null);
  };
  const problem = (triedIn === view ? error : null) ?? (firstView === view ? answerError : null);

  return {
    auth,
    busy,
    error: problem === null || isPortError(problem, ...ownChoice) ? null : explain(problem),
    challenge,
    address,
    setAddress,
    async attempt(name, run) {
      if (busy !== null) return false;
      clear();
      setTriedIn(view);
      const next = onAttempt(true);
      const result = await start(name, async () => {
        const value = await run(auth);
        if (value?.kind === 'signed-in') await next;
        return value;
      });
      onAttempt(false);
      if (result.ok) settle(result.value);
      return result.ok;
    },
    clear,
    startOver() {
      setChallenge(null);
      clear();
    },
  };
}

const ownChoice = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request'] as const;
