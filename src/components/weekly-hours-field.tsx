/** Weekly hours with the zone that they are in. */
import type { WeeklyWindow } from '#domain/schedule/schema.ts';
import { Field } from '#src/ui/field.tsx';
import { TimezoneInput } from './timezone-input.tsx';
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
        <TimezoneInput value={value.timezone} onChange={(timezone) => onChange({ ...value, timezone })} />
      </Field>
    </div>
  );
}
