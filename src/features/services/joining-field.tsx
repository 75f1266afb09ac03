/** Field of a service: whether alerts join a page that others started, of which severities and for how long. */
import { type Control, useController } from 'react-hook-form';
import { type AlertSeverity, alertSeverities } from '#domain/alert/schema.ts';
import { limits } from '#domain/constants.ts';
import { defaultJoining } from '#domain/service/schema.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { NumberInput } from '#src/ui/form-field.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import type { ServiceValues } from './service-values.ts';
import styles from './services.module.css';

const options = alertSeverities.map((severity) => ({
  id: severity,
  label: `${severity[0]?.toUpperCase() ?? ''}${severity.slice(1)}`,
}));

export interface JoiningErrors {
  readonly severities: string | undefined;
  readonly minutes: string | undefined;
}

interface JoiningFieldProps {
  readonly control: Control<ServiceValues>;
  readonly errors: JoiningErrors;
}

export function JoiningField({ control, errors }: JoiningFieldProps) {
  const { field } = useController({ control, name: 'joining' });
  const { value, onChange } = field;
  const { min, max } = limits.joiningMinutes;
  return (
    <>
      <div className={styles.choice}>
        <SegmentedControl
          label="Several alerts at once"
          options={[
            { value: 'join', label: 'Join one page' },
            { value: 'alone', label: 'Each pages by itself' },
          ]}
          value={value === null ? 'alone' : 'join'}
          onChange={(chosen) => onChange(chosen === 'alone' ? null : defaultJoining)}
        />
      </div>
      {value === null ? (
        <p className={styles.muted}>
          Each new alert asks the first step of the policy, also of people who are awake with another one.
        </p>
      ) : (
        <div className={styles.joining}>
          <Field
            label="Severities that join"
            error={errors.severities}
            hint="Another one pages by itself. A critical alert joins an acknowledged page only while its holder is there."
          >
            <Combobox
              options={options}
              value={value.severities}
              onChange={(ids) => onChange({ ...value, severities: ids as AlertSeverity[] })}
              placeholder="Choose severities"
            />
          </Field>
          <Field
            label="Minutes in which they join"
            error={errors.minutes}
            hint="Counted from the first alert of the page."
          >
            <NumberInput
              value={value.minutes}
              onChange={(minutes) => onChange({ ...value, minutes })}
              min={min}
              max={max}
            />
          </Field>
        </div>
      )}
    </>
  );
}
