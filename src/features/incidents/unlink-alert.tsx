/** Button that unlinks an alert from this incident, with an undo. */
import Unlink from 'lucide-react/icons/unlink';
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useLinkAlerts } from '#src/data/queries/alert-links.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useShowError } from './use-show-error.ts';

interface UnlinkAlertProps {
  readonly alert: Alert;
  readonly incident: Incident;
  /** Reason of a disabled button; false if it is enabled. */
  readonly reason: string | false;
  /** Whether the command is under way: the button disappears, the confirmation stays until the answer. */
  readonly pending: boolean;
}

/** Unlinks an alert; asks first where more people would see it afterwards. */
export function UnlinkAlert({ alert, incident, reason, pending }: UnlinkAlertProps) {
  const link = useLinkAlerts();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const unlinking = useDialogCommand('linkAlert', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('Unlinking is queued', 'It is done when the connection is back.'),
    failedLater: useShowError()('The alert was not unlinked'),
  });
  const unlink = () =>
    unlinking.send({ alertId: alert.id, incidentId: null }, () =>
      toasts.undo('Alert unlinked', () => {
        void link([alert.id], incident.id).then(([again]) => {
          if (again) toasts.error('The alert was not linked', explain(again.error));
        });
      }),
    );
  return (
    <>
      {pending ? null : (
        <IconButton
          label="Unlink alert"
          icon={<Unlink className="icon" />}
          size="small"
          disabledReason={reason}
          onClick={() => {
            if (incident.private) setAsking(true);
            else unlink();
          }}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Unlink the alert?"
        confirmLabel="Unlink"
        busy={unlinking.pending && 'Unlinking…'}
        problem={unlinking.problem}
        onConfirm={unlink}
      >
        #{incident.number} is private. Everyone in the team will see this alert again.
      </ConfirmDialog>
    </>
  );
}
