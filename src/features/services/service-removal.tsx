/** The question before a service is removed: what refers to it, and its name. */
import { useState } from 'react';
import type { Service } from '#domain/service/schema.ts';
import { dependentsOf } from '#domain/service/transitions.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useActiveAlerts } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useIntegrations } from '#src/data/queries/integrations.ts';
import { useRunbooks } from '#src/data/queries/runbooks.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { serviceInputOf, serviceValuesOf } from './service-values.ts';
import styles from './services.module.css';

export interface ServiceRemovalProps {
  readonly service: Service;
  readonly all: readonly Service[];
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function ServiceRemoval({ service, all, onClose, onRemoved }: ServiceRemovalProps) {
  const toasts = useToasts();
  const [typed, setTyped] = useState('');
  const restore = useCommand('saveService', {
    onError: (error) => toasts.error('The service was not restored', explain(error)),
  });
  const removal = useDialogCommand('removeService', {
    close: onClose,
    queued: () => toasts.done('The removal is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The service was not removed', explain(error)),
  });
  const matches = typed.trim() === service.name;
  const remove = () =>
    removal.send({ serviceId: service.id }, () => {
      onRemoved();
      toasts.undo(`${service.name} is removed`, () =>
        restore.mutate({ ...serviceInputOf(serviceValuesOf(service)), serviceId: service.id }),
      );
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove “${service.name}”?`}
      onSubmit={() => {
        if (matches) remove();
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            busy={removal.pending && 'Removing…'}
            disabledReason={!matches && 'Type the name of the service first.'}
          >
            Remove service
          </Button>
        </>
      }
    >
      <div className={styles.confirm}>
        <Consequences service={service} all={all} />
        <Field label={`Type “${service.name}” to remove it`}>
          <TextInput
            value={typed}
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        <ProblemText text={removal.problem} />
      </div>
    </Dialog>
  );
}

function Consequences({ service: { id }, all }: Pick<ServiceRemovalProps, 'service' | 'all'>) {
  const keys = useIntegrations().data?.items ?? [];
  const runbooks = useRunbooks().data?.items ?? [];
  const alerts = useActiveAlerts().data?.items ?? [];
  const incidents = useLiveIncidents().data?.items ?? [];
  const senders = keys.filter(({ value }) => value.serviceId === id && value.revokedAt === null);
  const dependents = dependentsOf(all, id);
  const own = runbooks.filter(({ value }) => value.serviceIds.some((one) => one === id));
  const active = alerts.filter(({ value }) => value.serviceId === id).length;
  const live = incidents.filter(({ value }) => value.serviceIds.some((one) => one === id)).length;
  const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name).join(', ');
  return (
    <ul className={styles.consequences}>
      {senders.length > 0 ? (
        <li>Alerts of {names(senders.map(({ value }) => value))} are recorded and page nobody.</li>
      ) : null}
      {active > 0 ? <li>{active === 1 ? '1 active alert stays' : `${active} active alerts stay`}.</li> : null}
      {live > 0 ? (
        <li>{live === 1 ? '1 live incident goes on' : `${live} live incidents go on`} without it.</li>
      ) : null}
      {dependents.length > 0 ? <li>Depends on it: {names(dependents)}.</li> : null}
      {own.length > 0 ? <li>Runbooks for it: {names(own.map(({ value }) => value))}.</li> : null}
      {senders.length + active + live + dependents.length + own.length === 0 ? (
        <li>Nothing refers to it.</li>
      ) : (
        <li>Restored by “Undo”, it is as it was.</li>
      )}
    </ul>
  );
}
