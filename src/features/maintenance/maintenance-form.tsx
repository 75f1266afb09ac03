/** Form of a maintenance window, new or in place. What is typed survives a reload, and a refusal. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { limits } from '#domain/constants.ts';
import type { Maintenance } from '#domain/maintenance/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useServices } from '#src/data/queries/alerts.ts';
import { TextRows } from '#src/components/text-rows.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './maintenance.module.css';
import {
  maintenanceFormSchema,
  maintenanceInputOf,
  type MaintenanceValues,
  readMaintenanceDraft,
  recurrences,
  recurrenceWords,
} from './maintenance-values.ts';

export interface MaintenanceFormProps {
  /** Null: a new one. */
  readonly window: Maintenance | null;
  readonly start: MaintenanceValues;
  readonly onSaved: (maintenanceId: string) => void;
  readonly onCancel: () => void;
}

const scopes = [
  { value: 'services', label: 'Some services', hint: 'Alerts of these services page nobody.' },
  { value: 'team', label: 'The whole team', hint: 'No alert pages anybody.' },
] as const;

export function MaintenanceForm({ window, start: given, onSaved, onCancel }: MaintenanceFormProps) {
  const docs = usePort(docsToken);
  const services = useServices().data?.items ?? [];
  const [maintenanceId] = useState(() => window?.id ?? docs.newId());
  const [revision] = useState(window?.revision);
  const [start] = useState(given);
  const [draft, setDraft] = useDraft(`maintenance.${window?.id ?? 'new'}`);
  const form = useForm<MaintenanceValues>({
    resolver: valibotResolver(maintenanceFormSchema),
    defaultValues: readMaintenanceDraft(draft) ?? start,
  });
  const { control, formState, handleSubmit } = form;
  const { errors } = formState;
  const values = useWatch({ control }) as MaintenanceValues;
  const written = JSON.stringify(values);
  const changed = written !== JSON.stringify(start);
  useEffect(() => setDraft(changed ? written : ''), [changed, written, setDraft]);
  const save = useCommand('saveMaintenance', {
    onSuccess: () => {
      setDraft('');
      onSaved(maintenanceId);
    },
  });
  const submit = (checked: MaintenanceValues) =>
    save.mutate({
      ...maintenanceInputOf(checked, window),
      maintenanceId,
      ...(revision !== undefined && { expectedRevision: revision }),
    });
  const offered = recurrences.some(({ value }) => value === values.recurrence)
    ? recurrences
    : [...recurrences, { value: values.recurrence, label: recurrenceWords(window?.recurrence ?? null) }];

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Controller
        control={control}
        name="name"
        render={({ field }) => (
          <Field label="Name" hint="Shown beside every alert that it holds." error={errors.name?.message}>
            <TextInput {...field} placeholder="Database upgrade" />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="scope"
        render={({ field }) => (
          <RadioCards label="For" options={scopes} value={field.value} onChange={field.onChange} />
        )}
      />
      {values.scope === 'services' ? (
        <Controller
          control={control}
          name="serviceIds"
          render={({ field }) => (
            <Field label="Services" error={errors.serviceIds?.message}>
              <Combobox
                options={services.map(({ value }) => ({ id: `${value.id}`, label: value.name }))}
                value={field.value}
                onChange={(ids) => field.onChange([...ids])}
                placeholder="Choose services"
              />
            </Field>
          )}
        />
      ) : null}
      <Controller
        control={control}
        name="matchers"
        render={({ field }) => (
          <TextRows
            label="Label"
            hint="Only alerts that have all of these labels with these values. None: every alert."
            addLabel="Add a label"
            names={['name', 'value']}
            joint="is"
            rows={field.value.map(({ label, value }) => [label, value] as const)}
            onChange={(rows) => field.onChange(rows.map(([label, value]) => ({ label, value })))}
            most={limits.maintenanceMatchers}
            error={errors.matchers}
          />
        )}
      />
      <div className={styles.times}>
        <Controller
          control={control}
          name="from"
          render={({ field }) => (
            <Field label="From" hint={values.timezone.replaceAll('_', ' ')} error={errors.from?.message}>
              <TextInput {...field} type="datetime-local" />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="until"
          render={({ field }) => (
            <Field label="Until" hint="At most 14 days later." error={errors.until?.message}>
              <TextInput {...field} type="datetime-local" />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="recurrence"
          render={({ field }) => (
            <Field label="Takes place" hint="Again at the same time of day, until it is ended.">
              <Select options={offered} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
      </div>
      <ProblemText text={save.error ? explain(save.error) : null} />
      <div className={styles.foot}>
        <Button
          onClick={() => {
            setDraft('');
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending && !save.isPaused && 'Saving…'}>
          {window ? 'Save the window' : 'Plan maintenance'}
        </Button>
        {save.isPaused ? (
          <output className={styles.muted}>Queued: saved when the connection is back.</output>
        ) : null}
      </div>
    </form>
  );
}
