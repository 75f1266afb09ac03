/** Dialog that adds alerts to a live incident. */
import { useMutation } from '@tanstack/react-query';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useController, useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useLinkAlerts } from '#src/data/queries/alert-links.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select } from '#src/ui/select.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';

export interface LinkDialogProps {
  readonly alerts: readonly Alert[];
  /** Choices. */
  readonly incidents: readonly Incident[];
  readonly onClose: () => void;
  /** Called when they have been added, or wait for the connection; the dialog closes by itself. */
  readonly onAdded?: (() => void) | undefined;
}

export function LinkDialog({ alerts, incidents, onClose, onAdded }: LinkDialogProps) {
  const { severityNames } = useSettings();
  const offline = useConnected() === false;
  const add = useAddAlerts();
  const {
    control,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: valibotResolver(
      v.object({
        incidentId: v.picklist(
          incidents.map(({ id }) => id),
          'Choose an incident.',
        ),
      }),
    ),
    defaultValues: { incidentId: incidents.length === 1 ? (incidents[0]?.id ?? '') : '' },
  });
  const { field: incidentId } = useController({ control, name: 'incidentId' });
  const incident = incidents.find(({ id }) => id === incidentId.value);
  const mounted = useMounted();

  const adding = useMutation({
    mutationFn: (chosen: Incident) => add(alerts, chosen, () => mounted.current),
    networkMode: 'always',
  });
  const leave = () => {
    onClose();
    onAdded?.();
  };
  const submit = async () => {
    if (!incident || adding.isPending) return;
    // Offline it waits: the alert itself shows that.
    if (offline) leave();
    const problem = await adding.mutateAsync(incident);
    if (mounted.current && problem === null) leave();
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={
        alerts.length === 1 ? 'Add the alert to an incident' : `Add ${alerts.length} alerts to an incident`
      }
      description={alerts.length === 1 ? alerts[0]?.summary : undefined}
      onSubmit={() => void handleSubmit(submit)()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={adding.isPending && 'Adding…'}>
            {incident ? `Add to #${incident.number}` : 'Add'}
          </Button>
        </>
      }
    >
      <Field
        label="Incident"
        error={errors.incidentId?.message}
        hint={incident?.private ? `Only people in #${incident.number} will see ${them(alerts)}.` : undefined}
      >
        <Select
          options={incidents.map(({ id, number, title, severity, private: hidden }) => ({
            value: id,
            label: `#${number} ${title}`,
            hint: `${severityNames[severity]}${hidden ? ', private' : ''}`,
          }))}
          value={incidentId.value || null}
          onChange={incidentId.onChange}
          placeholder="Choose an incident"
        />
      </Field>
      <ProblemText text={adding.data ?? null} />
    </Dialog>
  );
}

/**
 * Adds alerts and reports it with an undo. Resolves with the error's sentence, null without one; after the dialog was closed it is
 * shown as a toast.
 */
export function useAddAlerts() {
  const link = useLinkAlerts();
  const toasts = useToasts();
  return async (
    alerts: readonly Alert[],
    { id, number }: Pick<Incident, 'id' | 'number'>,
    isLookedAt: () => boolean,
  ): Promise<string | null> => {
    const failures = await link(
      alerts.map((alert) => alert.id),
      id,
    );
    const added = alerts.filter((alert) => !failures.some(({ alertId }) => alertId === alert.id));
    if (added.length > 0)
      toasts.undo(`${counted(added)} added to #${number}`, () => {
        void link(
          added.map((alert) => alert.id),
          null,
        ).then(([first]) => {
          if (first) toasts.error(`${counted(added)} stayed in #${number}`, explain(first.error));
        });
      });
    const [first] = failures;
    if (!first) return null;
    const sentence =
      failures.length < alerts.length
        ? `${failures.length} of ${alerts.length} were not added. ${explain(first.error)}`
        : explain(first.error);
    if (!isLookedAt()) toasts.error(`Not added to #${number}`, sentence);
    return sentence;
  };
}

const them = (alerts: readonly Alert[]) => (alerts.length === 1 ? 'this alert' : 'these alerts');
const counted = (alerts: readonly Alert[]) => (alerts.length === 1 ? 'Alert' : `${alerts.length} alerts`);
