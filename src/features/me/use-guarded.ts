/** What the backend does only for somebody who proved a few minutes ago who they are: asked for then, and gone on with after. */
import { useState } from 'react';
import { type Auth, authToken, type SignInResult } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';

type Act = (auth: Auth) => Promise<void>;

export interface Reauthentication {
  /** What is under way; `null` for nothing. */
  readonly busy: string | null;
  readonly problem: string | null;
  /** Something waits until the person has proved who they are. */
  readonly proving: boolean;
  /** Resolves with whether it was done. Not when it has to wait for a proof: then it is done after that. */
  run(name: string, act: Act): Promise<boolean>;
  /** Proves it; `null` when that failed. What waited is done once nothing more is wanted. */
  prove(name: string, how: (auth: Auth) => Promise<SignInResult>): Promise<SignInResult | null>;
  clear(): void;
}

export function useGuarded(): Reauthentication {
  const auth = usePort(authToken);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<{ readonly name: string; readonly act: Act } | null>(null);

  const attempt = async <T>(
    name: string,
    act: (auth: Auth) => Promise<T>,
    refused: (error: unknown) => void,
  ) => {
    setBusy(name);
    setProblem(null);
    try {
      return { value: await act(auth) };
    } catch (error) {
      refused(error);
      return null;
    } finally {
      setBusy(null);
    }
  };
  const say = (error: unknown) => {
    if (!isPortError(error, 'auth/popup-closed-by-user', 'auth/cancelled-popup-request'))
      setProblem(explain(error));
  };
  const run = async (name: string, act: Act): Promise<boolean> => {
    const done = await attempt(name, act, (error) => {
      if (isPortError(error, 'auth/requires-recent-login')) setWaiting({ name, act });
      else say(error);
    });
    return done !== null;
  };

  return {
    busy,
    problem,
    proving: waiting !== null,
    run,
    async prove(name, how) {
      const proved = await attempt(name, how, say);
      if (proved?.value.kind === 'signed-in' && waiting) {
        setWaiting(null);
        await run(waiting.name, waiting.act);
      }
      return proved?.value ?? null;
    },
    clear: () => setProblem(null),
  };
}
