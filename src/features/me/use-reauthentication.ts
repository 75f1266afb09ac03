/**
 * Runs an action that needs a recent sign-in: asks for reauthentication when Muster (`accountChanges`) or the backend requires it, then repeats the action.
 */
import { useState } from 'react';
import { type Auth, authToken, type SignInResult } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explain } from '#src/data/client/errors.ts';
import { explainPasskey } from '#src/data/client/passkey-errors.ts';
import { useNamedActions } from '#src/data/client/named-actions.ts';
import { usePort } from '#react/ports.tsx';

type Action = (auth: Auth) => Promise<void>;

export interface Reauthentication {
  /** Name of the pending action; `null`: none. */
  readonly busy: string | null;
  readonly problem: string | null;
  /** Something waits until the person has proved who they are. */
  readonly proving: boolean;
  /** Resolves with whether it was done. Not when it has to wait for a proof: then it is done after that. */
  run(name: string, action: Action): Promise<boolean>;
  /** Proves the identity; `null` when that failed. The waiting action is run once no further proof is needed. */
  prove(name: string, how: (auth: Auth) => Promise<SignInResult>): Promise<SignInResult | null>;
  clear(): void;
  /** Cancels the action that waits for a proof. */
  stop(): void;
}

/** Name of a proof by passkey, whose errors have sentences of their own. */
export const passkeyProof = 'passkey';

/** `explainError`: sentence of an error for the person. */
export function useReauthentication(explainError: (error: unknown) => string = explain): Reauthentication {
  const auth = usePort(authToken);
  const { busy, error, run: start, clearError } = useNamedActions();
  const [lastProof, setLastProof] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<{ readonly name: string; readonly action: Action } | null>(null);

  const run = async (name: string, action: Action): Promise<boolean> => {
    setLastProof(null);
    const result = await start(name, () => action(auth));
    if (!result.ok && isPortError(result.error, 'auth/requires-recent-login')) setWaiting({ name, action });
    return result.ok;
  };

  return {
    busy,
    problem:
      error === null || isPortError(error, ...notShown)
        ? null
        : (lastProof === passkeyProof ? explainPasskey : explainError)(error),
    proving: waiting !== null,
    run,
    async prove(name, how) {
      setLastProof(name);
      const proved = await start(name, () => how(auth));
      if (!proved.ok) return null;
      if (proved.value.kind === 'signed-in' && waiting) {
        setWaiting(null);
        await run(waiting.name, waiting.action);
      }
      return proved.value;
    },
    clear: clearError,
    stop() {
      setWaiting(null);
      clearError();
    },
  };
}

/** Answered by asking for a proof, or the person's own choice. */
export const notShown = [
  'auth/requires-recent-login',
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
] as const;
