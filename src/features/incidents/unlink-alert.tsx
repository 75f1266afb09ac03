/** Takes an alert out of this incident, with a way back. */
import Unlink from 'lucide-react/icons/unlink';
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useLinkAlerts } from '#src/data/queries/alert-links.ts';
import { explain } from '#src/data/client/errors.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

interface UnlinkAlertProps {
  readonly alert: Alert;
  readonly incident: Incident;
  /** Why it can't be done; false if it can. */
  readonly reason: string | false;
}

/** Asks first where more people would see the alert afterwards. */
export function UnlinkAlert({ alert, incident, reason }: UnlinkAlertProps) {
  const link = useLinkAlerts();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const unlink = async () => {
    setAsking(false);
    const [refused] = await link([alert.id], null);
    if (refused) return toasts.error('The alert was not unlinked', explain(refused.error));
    return toasts.undo('Alert unlinked', () => {
      void link([alert.id], incident.id).then(([again]) => {
        if (again) toasts.error('The alert was not linked', explain(again.error));
      });
    });
  };
  return (
    <>
      <IconButton
        label="Unlink alert"
        icon={<Unlink className="icon" />}
        size="small"
        disabledReason={reason}
        onClick={() => {
          if (incident.private) setAsking(true);
          else void unlink();
        }}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Unlink the alert?"
        confirmLabel="Unlink"
        onConfirm={() => void unlink()}
      >
        #{incident.number} is private. Everyone in the team will see this alert again.
      </ConfirmDialog>
    </>
  );
}
