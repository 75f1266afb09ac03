/** New recovery codes, shown once: to copy, to download, to print. */
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { recoveryCodeBytes, recoveryCodeFrom, recoveryDigest } from '#domain/account/recovery-codes.ts';
import { constants } from '#domain/constants.ts';
import type { AccountCallInput } from '#api/account.ts';
import type { User } from '#ports/auth/auth.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { requireProof } from '#src/data/client/account-changes.ts';
import { usePort } from '#react/ports.tsx';
import { saveAs } from '#src/data/client/save-as.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { ProveAgain } from './prove-again.tsx';
import styles from './recovery-codes.module.css';
import { useReauthentication } from './use-reauthentication.ts';

interface RecoveryCodesDialogProps {
  readonly user: User;
  /** Unused codes that new ones replace. */
  readonly replaced: number;
  readonly onClose: () => void;
}

export function RecoveryCodesDialog({ user, replaced, onClose }: RecoveryCodesDialogProps) {
  const functions = usePort(functionsToken);
  const reauthentication = useReauthentication();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = () =>
    void reauthentication.run('make', async (auth) => {
      await requireProof(auth);
      const drawn = drawCodes();
      const digests = drawn.map((code) => recoveryDigest(user.uid, code));
      await functions.call('makeRecoveryCodes', { digests } satisfies AccountCallInput<'makeRecoveryCodes'>);
      setCodes(drawn);
    });
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  if (codes !== null) return <Codes codes={codes} user={user} onClose={onClose} />;
  if (reauthentication.proving)
    return (
      <Dialog open onOpenChange={onOpenChange} title="Is it you?">
        <ProveAgain user={user} reauthentication={reauthentication} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={replaced > 0 ? 'Make new recovery codes?' : 'Make recovery codes'}
      description={
        <>
          Each of {constants.recoveryCodes} codes lets you in once when your authenticator app or phone is
          lost. {replaced > 0 ? `The ${replaced} that you have are worth nothing then.` : null}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>{replaced > 0 ? 'Keep the old ones' : 'Not now'}</Button>
          <Button variant="primary" busy={reauthentication.busy !== null && 'Making codes…'} onClick={make}>
            Make codes
          </Button>
        </>
      }
    >
      <ProblemText text={reauthentication.problem} />
    </Dialog>
  );
}

interface CodesProps extends Pick<RecoveryCodesDialogProps, 'user' | 'onClose'> {
  readonly codes: readonly string[];
}

function Codes({ codes, user, onClose }: CodesProps) {
  const text = `Recovery codes for Muster, ${user.email ?? user.uid}. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your recovery codes"
      description="They are shown this once. Keep them where you find them without your phone, and nobody else does."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <div className={styles.sheet}>
        <p className={styles.account}>{user.email}: each code works once.</p>
        <ol className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.actions}>
        <Button
          icon={<Download className="icon" />}
          onClick={() => saveAs(text, 'text/plain', 'muster-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button icon={<Printer className="icon" />} onClick={() => print()}>
          Print
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
      </div>
    </Dialog>
  );
}

const drawCodes = (): readonly string[] =>
  Array.from({ length: constants.recoveryCodes }, () =>
    recoveryCodeFrom(crypto.getRandomValues(new Uint8Array(recoveryCodeBytes))),
  );
