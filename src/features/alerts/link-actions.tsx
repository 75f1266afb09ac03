/** Buttons that link alerts to an incident, or unlink them. */
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useLinkAlerts } from '#src/data/queries/alert-links.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { LinkDialog, useAddAlerts } from './link-dialog.tsx';

interface AddToIncidentProps {
  readonly alerts: readonly Alert[];
  /** Reason of a disabled button. */
  readonly reason?: string | false | undefined;
  readonly onAdded?: (() => void) | undefined;
}

/** Button that links alerts: at once with one live incident that is not private; else through a dialog. */
export function AddToIncident({ alerts, reason, onAdded }: AddToIncidentProps) {
  const may = useMay();
  const live = useLiveIncidents().data?.items.map(({ value }) => value) ?? [];
  const toasts = useToasts();
  const add = useAddAlerts();
  const [choosing, setChoosing] = useState(false);
  const team = may('editAlerts');
  const incidents = live.filter((incident) => may('editAlerts', incident).allowed);
  const [first, ...others] = incidents;
  const only = first && others.length === 0 && !first.private ? first : null;
  const why = team.allowed
    ? reason || (!first && 'There is no live incident. Declare one from this alert.')
    : team.reason;
  const addTo = async (incident: Incident) => {
    const problem = await add(alerts, incident, () => true);
    if (problem === null) onAdded?.();
    else toasts.error(`Not added to #${incident.number}`, problem);
  };
  return (
    <>
      <Button
        disabledReason={why}
        onClick={() => {
          if (only) void addTo(only);
          else setChoosing(true);
        }}
      >
        {only ? `Add to #${only.number}` : 'Add to an incident…'}
      </Button>
      {choosing ? (
        <LinkDialog
          alerts={alerts}
          incidents={incidents}
          onClose={() => setChoosing(false)}
          onAdded={onAdded}
        />
      ) : null}
    </>
  );
}

interface RemoveFromIncidentProps {
  readonly alert: Alert;
  readonly incident: Incident;
  readonly reason?: string | false | undefined;
}

/** Button that unlinks the alert from its incident, with an undo. Asks first where that makes it visible to more people. */
export function RemoveFromIncident({ alert, incident, reason }: RemoveFromIncidentProps) {
  const may = useMay()('editAlerts', incident);
  const link = useLinkAlerts();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const { id, number } = incident;
  const removal = useDialogCommand('linkAlert', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('The removal is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`The alert stayed in #${number}`, explain(error)),
  });
  const remove = () =>
    removal.send({ alertId: alert.id, incidentId: null }, () =>
      toasts.undo(`Alert removed from #${number}`, () => {
        void link([alert.id], id).then(([again]) => {
          if (again) toasts.error(`Not added to #${number}`, explain(again.error));
        });
      }),
    );
  return (
    <>
      <Button
        disabledReason={may.allowed ? reason : may.reason}
        onClick={() => {
          if (incident.private) setAsking(true);
          else remove();
        }}
      >
        Remove from #{number}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove the alert from #${number}?`}
        confirmLabel="Remove"
        busy={removal.pending && 'Removing…'}
        problem={removal.problem}
        onConfirm={remove}
      >
        #{number} is private. Everyone in the team will see this alert again.
      </ConfirmDialog>
    </>
  );
}
