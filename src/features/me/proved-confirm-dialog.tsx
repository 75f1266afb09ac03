/** Confirmation of an action that needs a fresh proof of identity: it asks for that proof, then goes on with the action. */
import type { ReactNode } from 'react';
import type { Auth, User } from '#ports/auth/auth.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProveAgain } from './prove-again.tsx';
import { useReauthentication } from './use-reauthentication.ts';

interface ProvedConfirmDialogProps {
  readonly user: User;
  /** A question. */
  readonly title: string;
  /** A verb. */
  readonly confirmLabel: string;
  /** Label while the action is under way. */
  readonly busyLabel: string;
  readonly action: (auth: Auth) => Promise<void>;
  /** Sentence of an error. Default: `explain`. */
  readonly explainError?: (error: unknown) => string;
  readonly onClose: () => void;
  /** The consequence. */
  readonly children: ReactNode;
}

export function ProvedConfirmDialog(props: ProvedConfirmDialogProps) {
  const { user, title, confirmLabel, busyLabel, action, onClose, children } = props;
  const reauthentication = useReauthentication(props.explainError);
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  const confirm = () =>
    reauthentication.run('confirm', async (auth) => {
      await action(auth);
      onClose();
    });
  if (reauthentication.proving)
    return (
      <Dialog open onOpenChange={onOpenChange} title="Is it you?">
        <ProveAgain user={user} reauthentication={reauthentication} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={title}
      confirmLabel={confirmLabel}
      danger
      busy={reauthentication.busy !== null && busyLabel}
      problem={reauthentication.problem}
      onConfirm={() => void confirm()}
    >
      {children}
    </ConfirmDialog>
  );
}
