/** A dialog whose action may need a recent proof of identity: it asks for that proof, then goes on with the action. */
import type { ReactNode } from 'react';
import type { User } from '#ports/auth/auth.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { ProveAgain } from './prove-again.tsx';
import type { Reauthentication } from './use-reauthentication.ts';

interface ReauthenticationDialogProps {
  readonly user: User;
  readonly reauthentication: Reauthentication;
  readonly title: string;
  readonly description?: ReactNode;
  readonly submitLabel: string;
  /** Label while the action is under way. */
  readonly busyLabel: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ReauthenticationDialog({
  user,
  reauthentication,
  title,
  description,
  submitLabel,
  busyLabel,
  onSubmit,
  onClose,
  children,
}: ReauthenticationDialogProps) {
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
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
      title={title}
      description={description}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={reauthentication.busy !== null && busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
      <ProblemText text={reauthentication.problem} />
    </Dialog>
  );
}
