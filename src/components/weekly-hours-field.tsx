/** Weekly hours with the zone that they are in. */
import type { WeeklyWindow } from '#domain/schedule/schema.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { noSuchZone, timezoneOptions } from './time-zones.ts';
import { WeeklyWindows } from './weekly-windows.tsx';
import styles from './weekly-windows.module.css';

interface Hours {
  readonly timezone: string;
  readonly windows: WeeklyWindow[];
}

export interface WeeklyHoursFieldProps {
  readonly value: Hours;
  readonly onChange: (hours: Hours) => void;
  readonly errors: Readonly<Record<keyof Hours, string | undefined>>;
}

export function WeeklyHoursField({ value, onChange, errors }: WeeklyHoursFieldProps) {
  return (
    <div className={styles.hours}>
      <WeeklyWindows
        label="Hours"
        value={value.windows}
        onChange={(windows) => onChange({ ...value, windows })}
        error={errors.windows}
      />
      <Field label="Time zone of the hours" error={errors.timezone}>
        <Combobox
          options={timezoneOptions(value.timezone)}
          value={value.timezone === '' ? [] : [value.timezone]}
          onChange={(ids) => onChange({ ...value, timezone: ids.at(-1) ?? '' })}
          placeholder="Europe/Berlin"
          empty={noSuchZone}
        />
      </Field>
    </div>
  );
}
