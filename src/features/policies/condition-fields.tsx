/** Fields of a step's condition: always, or only for some pages and at some hours. */
import type { FieldErrors } from 'react-hook-form';
import { type StepCondition, stepSeverities } from '#domain/policy/condition.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { WeeklyHoursField } from '#src/components/weekly-hours-field.tsx';
import { officeHours } from '#src/components/weekly-windows.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import styles from './policies.module.css';
import { noCondition, type StepValues } from './policy-values.ts';

const urgencies = [
  { value: 'any', label: 'Any' },
  { value: 'high', label: 'High', hint: 'Critical and error alerts, and incidents.' },
  { value: 'low', label: 'Low', hint: 'Warnings, and less.' },
] as const;

const severityOptions = stepSeverities.map((id) => ({
  id: id as string,
  label: id as string,
  hint: id.startsWith('SEV') ? 'incident' : 'alert',
}));

interface ConditionFieldsProps {
  readonly value: StepValues['condition'];
  readonly onChange: (condition: StepValues['condition']) => void;
  readonly errors: FieldErrors<NonNullable<StepValues['condition']>> | undefined;
}

export function ConditionFields({ value, onChange, errors }: ConditionFieldsProps) {
  return (
    <>
      <SegmentedControl
        label="When"
        options={[
          { value: 'always', label: 'Always' },
          { value: 'only', label: 'Only when…' },
        ]}
        value={value === null ? 'always' : 'only'}
        onChange={(chosen) => onChange(chosen === 'always' ? null : noCondition)}
      />
      {value === null ? null : <Parts value={value} onChange={onChange} errors={errors} />}
    </>
  );
}

interface PartsProps extends ConditionFieldsProps {
  readonly value: NonNullable<StepValues['condition']>;
}

function Parts({ value, onChange, errors }: PartsProps) {
  const { team } = useTeam();
  const { urgency, severities, hours } = value;
  return (
    <div className={styles.condition}>
      <p className={styles.muted}>
        All of it must hold when the step would start. Otherwise the next step begins at once.
      </p>
      <Field label="Urgency" compact>
        <Select
          options={urgencies}
          value={urgency ?? 'any'}
          onChange={(chosen) => onChange({ ...value, urgency: chosen === 'any' ? null : chosen })}
        />
      </Field>
      <Field label="Severity" compact hint="Of the incident, or of the alert: one of these. Empty: any.">
        <Combobox
          options={severityOptions}
          value={severities}
          onChange={(ids) => onChange({ ...value, severities: ids as StepCondition['severities'] })}
          placeholder="Any"
        />
      </Field>
      <SegmentedControl
        label="Hours of the condition"
        options={[
          { value: 'always', label: 'At any time' },
          { value: 'hours', label: 'At certain hours' },
        ]}
        value={hours === null ? 'always' : 'hours'}
        onChange={(chosen) =>
          onChange({
            ...value,
            hours: chosen === 'always' ? null : { timezone: team.timezone, windows: [officeHours] },
          })
        }
      />
      {hours === null ? null : (
        <WeeklyHoursField
          value={hours}
          onChange={(changed) => onChange({ ...value, hours: changed })}
          errors={{
            windows: errors?.hours?.windows?.message,
            timezone: errors?.hours?.timezone?.message,
          }}
        />
      )}
    </div>
  );
}
