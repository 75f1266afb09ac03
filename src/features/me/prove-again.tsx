/** Reauthentication by the person's own sign-in method: a password or a social account, and a second step where there is one. */
import { useState } from 'react';
import type { SecondFactorChallenge, SocialProvider, User } from '#ports/auth/auth.ts';
import { authToken } from '#ports/auth/auth.ts';
import { usePort } from '#react/ports.tsx';
import { offered } from '#src/data/client/extensions.ts';
import { usePasskeys } from '#src/data/queries/passkeys.ts';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { useFactorCode } from '#src/data/queries/rehearsal.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RehearsalCode } from '#src/components/rehearsal-note.tsx';
import { type FactorNoteProps, SecondFactorForm } from '#src/components/second-factor-form.tsx';
import { PasswordInput } from '#src/ui/text-input.tsx';
import styles from './two-step.module.css';
import { useProviderName } from './provider-name.ts';
import { passkeyProof, type Reauthentication } from './use-reauthentication.ts';

interface ProveAgainProps {
  readonly user: User;
  readonly reauthentication: Reauthentication;
}

export function ProveAgain({ user, reauthentication }: ProveAgainProps) {
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);
  const [password, setPassword] = useState('');
  const nameOf = useProviderName();
  const hasPasskey = (usePasskeys(user.uid).data ?? []).length > 0;
  const social = user.providers.map(({ providerId }) => providerId).filter(isSocial);
  const byPassword =
    user.email !== null && user.providers.some(({ providerId }) => providerId === 'password');
  const prove = async (...[name, how]: Parameters<Reauthentication['prove']>) => {
    const result = await reauthentication.prove(name, how);
    if (result?.kind === 'second-factor') setChallenge(result.challenge);
  };

  if (challenge) return <SecondStep challenge={challenge} reauthentication={reauthentication} />;
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>
        Your last sign-in was a while ago
        {user.providers.some(({ providerId }) => providerId === 'phone') ? ', or by a telephone alone' : ''}.
        Confirm that it is you to continue.
      </p>
      {byPassword && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void prove('password', (auth) =>
              auth.reauthenticate({ kind: 'password', email: user.email ?? '', password }),
            );
          }}
        >
          <input type="hidden" autoComplete="username" value={user.email ?? ''} readOnly />
          <Field
            label="Password"
            hint={`Of ${user.email ?? ''}. If you have set none, sign out and in again.`}
          >
            <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
          </Field>
          <ProblemText text={reauthentication.problem} />
          <Button
            type="submit"
            variant="primary"
            wide
            busy={reauthentication.busy === 'password' && 'Checking…'}
            disabledReason={password === '' && 'Enter your password.'}
          >
            Go on
          </Button>
        </form>
      )}
      {social.map((provider) => (
        <Button
          key={provider}
          wide
          busy={reauthentication.busy === provider && `Waiting for ${nameOf(provider)}…`}
          onClick={() =>
            void prove(provider, async (auth) =>
              offered(auth.social).signIn({
                provider,
                purpose: 'reauthenticate',
                ...(user.email !== null && { loginHint: user.email }),
              }),
            )
          }
        >
          Continue with {nameOf(provider)}
        </Button>
      ))}
      {hasPasskey && (
        <Button
          wide
          busy={reauthentication.busy === passkeyProof && 'Waiting for the passkey…'}
          onClick={() => void prove(passkeyProof, async (auth) => offered(auth.passkeys).reauthenticate())}
        >
          Use a passkey
        </Button>
      )}
      {!byPassword && <ProblemText text={reauthentication.problem} />}
      <SignInAnew />
    </div>
  );
}

const isSocial = (id: string): id is SocialProvider => id !== 'password' && id !== 'phone';

/** Reauthentication of a person who signs in by a link and has no password. */
function SignInAnew() {
  const signOut = useSignOut();
  return (
    <Button variant="quiet" wide onClick={() => void signOut()}>
      Sign out and in again instead
    </Button>
  );
}

function SecondStep({
  challenge,
  reauthentication,
}: Pick<ProveAgainProps, 'reauthentication'> & { readonly challenge: SecondFactorChallenge }) {
  const auth = usePort(authToken);
  return (
    <SecondFactorForm
      factors={challenge.factors}
      busy={reauthentication.busy === 'send' ? 'send' : reauthentication.busy === 'answer' ? 'answer' : null}
      problem={reauthentication.problem}
      onSend={async (factor) => {
        let sent: string | null = null;
        await reauthentication.run('send', async () => {
          sent = (await offered(auth.factors?.sms).sendCode(challenge, factor.id)).verificationId;
        });
        return sent;
      }}
      onAnswer={({ id, kind }, code, sent) =>
        void reauthentication.prove('answer', async () =>
          offered(auth.factors).answer(
            challenge,
            kind === 'totp' ? { kind, factorId: id, code } : { kind, verificationId: sent ?? '', code },
          ),
        )
      }
      onTurn={reauthentication.clear}
      note={Note}
    />
  );
}

function Note({ factor, onUse }: FactorNoteProps) {
  const code = useFactorCode(factor);
  return code && <RehearsalCode code={code} onUse={onUse} />;
}
