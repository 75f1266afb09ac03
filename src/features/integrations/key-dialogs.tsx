/** Rotation and revocation of an integration’s key. */
import { useState } from 'react';
import type { Integration } from '#domain/integration/schema.ts';
import { constants } from '#domain/constants.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { newKey } from './senders.ts';

interface RotationProps {
  readonly integration: Integration;
  readonly onClose: () => void;
  readonly onRotated: (secret: string) => void;
}

export function Rotation({ integration, onClose, onRotated }: RotationProps) {
  const { id, name, keyEnding, previousKey, revision } = integration;
  const [keeps, setKeeps] = useState<'kept' | 'ended'>('kept');
  const toasts = useToasts();
  const rotate = useDialogCommand('rotateKey', {
    close: onClose,
    queued: () => toasts.done('Rotating is queued', 'The new key shows when the connection is back.'),
    failedLater: (error) => toasts.error('The key was not rotated', explain(error)),
  });
  const submit = () => {
    const { key, ...fields } = newKey([keyEnding, previousKey?.ending ?? '']);
    rotate.send(
      { integrationId: id, ...fields, keepPrevious: keeps === 'kept', expectedRevision: revision },
      () => onRotated(key),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Rotate the key of ${name}?`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={rotate.pending && 'Making the key…'}>
            Make a new key
          </Button>
        </>
      }
    >
      <RadioCards
        label={`The present key, …${keyEnding}`}
        options={[
          {
            value: 'kept',
            label: `works for another ${constants.previousKeyHours} hours`,
            hint: 'Time to change the sender without losing an alert.',
          },
          {
            value: 'ended',
            label: 'ends at once',
            hint: 'It has fallen into the wrong hands. Alerts are refused until the sender has the new key.',
          },
        ]}
        value={keeps}
        onChange={setKeeps}
      />
      <ProblemText text={rotate.problem} />
    </Dialog>
  );
}

interface RevocationProps {
  readonly integration: Integration;
  readonly onClose: () => void;
}

export function Revocation({ integration: { id, name }, onClose }: RevocationProps) {
  const toasts = useToasts();
  const revoke = useDialogCommand('revokeIntegration', {
    close: onClose,
    queued: () => toasts.done('Revoking is queued', 'The key ends when the connection is back.'),
    failedLater: (error) => toasts.error('The key was not revoked', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Revoke the key of ${name}?`}
      confirmLabel="Revoke key"
      danger
      busy={revoke.pending && 'Revoking…'}
      problem={revoke.problem}
      onConfirm={() => revoke.send({ integrationId: id }, () => toasts.done('Key revoked'))}
    >
      Whatever the sender says from then on is refused, and raises no alert. This can’t be undone: a new
      integration has a new key. Alerts that are open stay open.
    </ConfirmDialog>
  );
}
