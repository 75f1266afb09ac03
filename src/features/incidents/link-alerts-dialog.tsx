/** Brings open alerts into this incident. */
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useController, useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useAlertList } from '#src/data/queries/alert-list.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useLinkAlerts } from '#src/data/queries/alert-links.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { SearchStatus } from '#src/components/search-status.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';

interface LinkAlertsDialogProps {
  readonly incident: Incident;
  readonly onClose: () => void;
}

const linkForm = v.object({
  chosen: v.pipe(v.array(v.string()), v.minLength(1, 'Choose at least one alert.')),
});

const active = { show: 'active', pageId: null } as const;

/** Most alerts that are offered at once: more letters find the others. */
const mostOffered = 100;

const isInNone = ({ incidentId }: Alert): boolean => incidentId === null;

export function LinkAlertsDialog({ incident, onClose }: LinkAlertsDialogProps) {
  const [text, setText] = useState('');
  const { data: services } = useServices();
  const all = useMemo(() => (services?.items ?? []).map(({ value }) => value), [services]);
  const list = useAlertList(active, text, all, isInNone);
  const offline = useConnected() === false;
  const link = useLinkAlerts();
  const toasts = useToasts();
  const {
    control,
    handleSubmit,
    setValue,
    formState: { errors },
  } = useForm({ resolver: valibotResolver(linkForm), defaultValues: { chosen: [] } });
  const { field: chosen } = useController({ control, name: 'chosen' });
  const mounted = useMounted();
  const { id, number } = incident;
  const linking = useMutation({
    mutationFn: (alertIds: readonly string[]) => link(alertIds, id),
    networkMode: 'always',
  });
  const [failed] = linking.data ?? [];
  const candidates = list.alerts ?? [];
  const isNone = text === '' && candidates.length === 0 && list.search?.status === 'whole';
  const serviceName = (serviceId: string | null) => all.find(({ id: one }) => one === serviceId)?.name;

  const unlink = (alertIds: readonly string[]) =>
    void link(alertIds, null).then(([first]) => {
      if (first) toasts.error('The alerts were not unlinked', explain(first.error));
    });
  const submit = async ({ chosen }: v.InferOutput<typeof linkForm>) => {
    if (linking.isPending) return;
    // Offline it waits: the panel shows that.
    if (offline) onClose();
    const failures = await linking.mutateAsync(chosen);
    const linked = chosen.filter((alertId) => !failures.some((one) => one.alertId === alertId));
    if (linked.length > 0)
      toasts.undo(linked.length === 1 ? 'Alert linked' : `${linked.length} alerts linked`, () =>
        unlink(linked),
      );
    const [first] = failures;
    if (!mounted.current) {
      if (first) toasts.error(`Not linked to #${number}`, explain(first.error));
      return;
    }
    if (!first) return onClose();
    // Alerts that were linked are no longer to be chosen; the rest stays chosen.
    setValue(
      'chosen',
      failures.map(({ alertId }) => alertId),
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`Link alerts to #${number}`}
      description={
        incident.private
          ? `Only people in #${number} will see the alerts that you link.`
          : 'Their pages and what happens to them are then told here.'
      }
      onSubmit={() => void handleSubmit(submit)()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={linking.isPending && 'Linking…'}>
            Link
          </Button>
        </>
      }
    >
      {list.search ? (
        <SearchStatus
          noun="active alerts"
          read={list.search.read}
          total={list.total}
          status={list.search.status}
          fromCache={list.search.fromCache}
          onMore={() => list.search?.more()}
          onStop={() => list.search?.stop()}
        />
      ) : null}
      <Field
        label="Alerts"
        error={list.error ? `The alerts can’t be read. ${explain(list.error)}` : errors.chosen?.message}
        hint={isNone ? 'Every open alert is in an incident already, or there is none.' : undefined}
      >
        <Combobox
          options={candidates.slice(0, mostOffered).map((alert) => ({
            id: alert.id,
            label: alert.summary,
            hint: serviceName(alert.serviceId),
          }))}
          value={chosen.value}
          onChange={chosen.onChange}
          onQuery={setText}
          placeholder="Type what the alert says"
          empty={isNone ? 'There is no open alert to link.' : 'No alert fits. Try fewer letters.'}
        />
      </Field>
      <ProblemText text={failed ? explain(failed.error) : null} />
    </Dialog>
  );
}
