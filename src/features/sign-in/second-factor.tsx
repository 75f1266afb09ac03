/** The second proof: a code from an authenticator app, or one sent to a phone. */
import type { SecondFactorChallenge } from '#ports/auth/auth.ts';
import { offered } from '#src/data/client/extensions.ts';
import { useFactorCode } from '#src/data/queries/rehearsal.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { links } from '#src/data/links.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { RehearsalCode } from '#src/components/rehearsal-note.tsx';
import { type FactorNoteProps, SecondFactorForm } from '#src/components/second-factor-form.tsx';
import { Link } from '#src/ui/link.tsx';
import { recoverAddressDraft } from './link-address.ts';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

interface SecondFactorProps {
  readonly signIn: SignIn;
  readonly challenge: SecondFactorChallenge;
}

export function SecondFactor({ signIn, challenge }: SecondFactorProps) {
  const [, keepAddress] = useDraft(recoverAddressDraft);
  const busy = signIn.busy === 'send-code' ? 'send' : signIn.busy === 'code' ? 'answer' : null;
  return (
    <SecondFactorForm
      factors={challenge.factors}
      busy={busy}
      problem={signIn.error}
      onSend={async (factor) => {
        let sent: string | null = null;
        await signIn.attempt('send-code', async (auth) => {
          sent = (await offered(auth.factors?.sms).sendCode(challenge, factor.id)).verificationId;
        });
        return sent;
      }}
      onAnswer={({ id, kind }, code, sent) =>
        void signIn.attempt('code', async (auth) =>
          offered(auth.factors).answer(
            challenge,
            kind === 'totp' ? { kind, factorId: id, code } : { kind, verificationId: sent ?? '', code },
          ),
        )
      }
      onTurn={signIn.clear}
      note={Note}
      escape={
        <>
          <p className={styles.lost}>
            <Link href={links.recover()} look="text" onClick={() => keepAddress(signIn.address)}>
              I can’t use any of these
            </Link>
          </p>
          <PlainButton variant="quiet" wide onClick={signIn.startOver}>
            Start over
          </PlainButton>
        </>
      }
    />
  );
}

function Note({ factor, onUse }: FactorNoteProps) {
  const code = useFactorCode(factor);
  return code && <RehearsalCode code={code} onUse={onUse} />;
}
