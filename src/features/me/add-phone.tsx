/** Setup of text messages as a second step: a number, then the code that was sent to it. */
import { useId, useState } from 'react';
import { offered } from '#src/data/client/extensions.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useSentTo } from '#src/data/queries/rehearsal.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { dialled, PhoneField } from '#src/ui/phone-field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RehearsalCode } from '#src/components/rehearsal-note.tsx';
import type { AddFactorProps } from './add-app.tsx';
import { ProveAgain } from './prove-again.tsx';
import styles from './two-step.module.css';
import { useReauthentication } from './use-reauthentication.ts';

interface Sent {
  readonly to: string;
  readonly verificationId: string;
}

export function AddPhone({ user, onClose, onAdded }: AddFactorProps) {
  const reauthentication = useReauthentication();
  const [number, setNumber] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const [code, setCode] = useState('');
  const challengeId = useId();

  const send = () =>
    void reauthentication.run('send', async (auth) => {
      const to = dialled(number);
      const { verificationId } = await offered(accountChanges(auth).factors?.sms).start(to, {
        containerId: challengeId,
      });
      setSent({ to, verificationId });
    });
  const finish = ({ to, verificationId }: Sent) =>
    void reauthentication.run('finish', async (auth) => {
      const name = `Phone ending in ${to.slice(-4)}`;
      await offered(accountChanges(auth).factors?.sms).finish(verificationId, code, name);
      onAdded(name);
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={reauthentication.proving ? 'Is it you?' : 'Add a phone'}
      description={
        reauthentication.proving
          ? undefined
          : 'Signing in then asks for a code sent to it, besides your password.'
      }
    >
      {reauthentication.proving ? (
        <ProveAgain user={user} reauthentication={reauthentication} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (sent) finish(sent);
            else send();
          }}
        >
          {sent ? (
            <>
              <Rehearsed to={sent.to} onUse={setCode} />
              <CodeField value={code} onChange={setCode} hint={`Sent to ${sent.to}.`} />
            </>
          ) : (
            <PhoneField value={number} onChange={setNumber} />
          )}
          <div id={challengeId} />
          <ProblemText text={reauthentication.problem} />
          <div className={styles.end}>
            {sent && (
              <Button
                variant="quiet"
                onClick={() => {
                  reauthentication.clear();
                  setCode('');
                  setSent(null);
                }}
              >
                Use another number
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            {sent ? (
              <Button
                type="submit"
                variant="primary"
                busy={reauthentication.busy === 'finish' && 'Checking…'}
                disabledReason={code.length < 6 && 'Type all six digits.'}
              >
                Add phone
              </Button>
            ) : (
              <Button type="submit" variant="primary" busy={reauthentication.busy === 'send' && 'Sending…'}>
                Send a code
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Rehearsed({ to, onUse }: { readonly to: string; onUse(code: string): void }) {
  const rehearsing = useControl() !== null;
  const message = useSentTo(to);
  return rehearsing && message ? <RehearsalCode code={message.action} onUse={onUse} /> : null;
}
