/** Fields for weekly windows: days, and from when to when. */
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useId } from 'react';
import type { WeeklyWindow } from '#domain/schedule/schema.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './weekly-windows.module.css';

export interface WeeklyWindowsProps {
  /** Name of the hours: "Support hours". */
  readonly label: string;
  readonly value: readonly WeeklyWindow[];
  readonly onChange: (windows: WeeklyWindow[]) => void;
  readonly error?: string | undefined;
}

export const officeHours: WeeklyWindow = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };

export function WeeklyWindows({ label, value, onChange, error }: WeeklyWindowsProps) {
  const errorId = useId();
  const replace = (index: number, change: Partial<WeeklyWindow>) =>
    onChange(value.map((one, place) => (place === index ? { ...one, ...change } : one)));
  return (
    <fieldset className={styles.fields} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={styles.legend}>{label}</legend>
      {value.map((window, index) => (
        <Window
          key={index}
          name={value.length === 1 ? label : `${label}, line ${index + 1}`}
          window={window}
          onChange={(change) => replace(index, change)}
          onRemove={() => onChange(value.filter((_, place) => place !== index))}
        />
      ))}
      <Button
        size="small"
        icon={<Plus className="icon" />}
        onClick={() => onChange([...value, value.at(-1) ?? officeHours])}
      >
        Add hours
      </Button>
      {error === undefined ? null : (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface WindowProps {
  readonly name: string;
  readonly window: WeeklyWindow;
  readonly onChange: (change: Partial<WeeklyWindow>) => void;
  readonly onRemove: () => void;
}

function Window({ name, window, onChange, onRemove }: WindowProps) {
  const { weekdays, from, to } = window;
  const toggle = (weekday: number) =>
    onChange({
      weekdays: weekdays.includes(weekday)
        ? weekdays.filter((one) => one !== weekday)
        : [...weekdays, weekday].toSorted((one, other) => one - other),
    });
  return (
    <fieldset className={styles.window} aria-label={name}>
      <div className={styles.days}>
        {dayNames.map(([short, long], index) => (
          <label key={short} className={styles.day}>
            <input
              type="checkbox"
              aria-label={long}
              checked={weekdays.includes(index + 1)}
              onChange={() => toggle(index + 1)}
            />
            <span aria-hidden="true">{short}</span>
          </label>
        ))}
      </div>
      <div className={styles.times}>
        <TextInput
          type="time"
          className={styles.time}
          aria-label="From"
          value={from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <span>to</span>
        <TextInput
          type="time"
          className={styles.time}
          aria-label="To"
          value={to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
        {to <= from ? <span className={styles.note}>the next day</span> : null}
        <IconButton
          label={`Remove ${name}`}
          icon={<Trash className="icon" />}
          size="small"
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
}

const dayNames = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const;
