/** Form of a maintenance window, new or in place. Typed values survive a reload and a failed save. */
import { Controller } from 'react-hook-form';
import { settingsLimits } from '#domain/settings-limits.ts';
import type { Maintenance } from '#domain/maintenance/schema.ts';
import { zoneText } from '#domain/timezone.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { TextRows } from '#src/components/text-rows.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './maintenance.module.css';
import {
  maintenanceFormSchema,
  maintenanceInputOf,
  type MaintenanceValues,
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

export function MaintenanceForm({ window, start, onSaved, onCancel }: MaintenanceFormProps) {
  const services = useServices().data?.items ?? [];
  const { control, values, element, foot } = useEntityForm<MaintenanceValues, 'saveMaintenance'>({
    command: 'saveMaintenance',
    draft: `maintenance.${window?.id ?? 'new'}`,
    entity: window,
    schema: maintenanceFormSchema,
    values: start,
    inputOf: (checked, { id: maintenanceId, ...revision }) => ({
      ...maintenanceInputOf(checked, window),
      maintenanceId,
      ...revision,
    }),
    fieldNames: () => ({ startsAt: 'from', endsAt: 'until' }),
    noun: 'maintenance window',
    toasts: useToasts(),
    onSaved,
  });
  const offered = recurrences.some(({ value }) => value === values.recurrence)
    ? recurrences
    : [...recurrences, { value: values.recurrence, label: recurrenceWords(window?.recurrence ?? null) }];

  return (
    <form className={styles.form} {...element}>
      <FormField control={control} name="name" label="Name" hint="Shown beside every alert that it holds.">
        {(field) => <TextInput {...field} placeholder="Database upgrade" />}
      </FormField>
      <Controller
        control={control}
        name="scope"
        render={({ field }) => (
          <RadioCards label="For" options={scopes} value={field.value} onChange={field.onChange} />
        )}
      />
      {values.scope === 'services' ? (
        <FormField control={control} name="serviceIds" label="Services">
          {({ value: chosen, onChange }) => (
            <Combobox
              options={services.map(({ value }) => ({ id: `${value.id}`, label: value.name }))}
              value={chosen}
              onChange={(ids) => onChange([...ids])}
              placeholder="Choose services"
            />
          )}
        </FormField>
      ) : null}
      <Controller
        control={control}
        name="matchers"
        render={({ field, fieldState }) => (
          <TextRows
            label="Label"
            hint="Only alerts that have all of these labels with these values. None: every alert."
            addLabel="Add a label"
            names={['name', 'value']}
            joint="is"
            rows={field.value.map(({ label, value }) => [label, value] as const)}
            onChange={(rows) => field.onChange(rows.map(([label, value]) => ({ label, value })))}
            most={settingsLimits.maintenanceMatchers}
            error={fieldState.error}
          />
        )}
      />
      <div className={styles.times}>
        <FormField control={control} name="from" label="From" hint={zoneText(values.timezone)}>
          {(field) => <TextInput {...field} type="datetime-local" />}
        </FormField>
        <FormField control={control} name="until" label="Until" hint="At most 14 days later.">
          {(field) => <TextInput {...field} type="datetime-local" />}
        </FormField>
        <FormField
          control={control}
          name="recurrence"
          label="Takes place"
          hint="Again at the same time of day, until it is ended."
        >
          {({ value, onChange }) => <Select options={offered} value={value} onChange={onChange} />}
        </FormField>
      </div>
      <FormFoot {...foot} submitLabel={window ? 'Save the window' : 'Plan maintenance'} onCancel={onCancel} />
    </form>
  );
}
