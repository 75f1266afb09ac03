/** A passkey, and the OpenID Connect providers that the configuration names. A script of its own: most installations have neither. */
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import IdCard from 'lucide-react/icons/id-card';
import { useState } from 'react';
import type { OfferedProvider, Passkeys } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explainPasskey } from '#src/data/client/passkey-errors.ts';
import { keepSession } from '#src/data/client/session-mark.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { byProvider } from './by-provider.ts';
import type { SignIn } from './use-sign-in.ts';

export interface OpenIdWaysProps {
  readonly signIn: SignIn;
  readonly providers: readonly OfferedProvider[];
}

export const OpenIdWays = ({ signIn, providers }: OpenIdWaysProps) => (
  <>
    {signIn.auth.passkeys && <ByPasskey signIn={signIn} passkeys={signIn.auth.passkeys} />}
    {providers.map(({ id, name }) => (
      <PlainButton
        key={id}
        wide
        icon={<IdCard className="icon" />}
        onClick={() => void signIn.attempt(id, (auth) => byProvider(auth, id))}
        busy={signIn.busy === id && `Waiting for ${name}…`}
      >
        Continue with {name}
      </PlainButton>
    ))}
  </>
);

function ByPasskey({ signIn, passkeys }: { readonly signIn: SignIn; readonly passkeys: Passkeys }) {
  /** The screen's own sentences are about addresses and passwords. */
  const [problem, setProblem] = useState<string | null>(null);
  const signInByPasskey = () => {
    setProblem(null);
    return signIn.attempt('passkey', async (auth) => {
      await keepSession(auth, 'local');
      try {
        return await passkeys.signIn();
      } catch (error) {
        if (!isPortError(error, 'auth/invalid-credential', 'auth/operation-not-allowed')) throw error;
        return setProblem(
          isPortError(error, 'auth/invalid-credential')
            ? 'No account here has this passkey, or it took too long. Try again, or sign in another way.'
            : explainPasskey(error),
        );
      }
    });
  };
  return (
    <>
      <PlainButton
        wide
        icon={<Fingerprint className="icon" />}
        onClick={() => void signInByPasskey()}
        busy={signIn.busy === 'passkey' && 'Waiting for the passkey…'}
      >
        Sign in with a passkey
      </PlainButton>
      <ProblemText text={problem} />
    </>
  );
}
