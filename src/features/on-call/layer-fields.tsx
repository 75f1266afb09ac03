/** The fields of one layer. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash from 'lucide-react/icons/trash-2';
import { type Control, Controller } from 'react-hook-form';
import { officeHours, WeeklyWindows } from '#src/components/weekly-windows.tsx';
import { firstMessage } from '#src/ui/first-message.ts';
import { FormField, NumberInput } from '#src/ui/form-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { PeopleOrder } from './people-order.tsx';
import styles from './schedule-form.module.css';
import type { ScheduleValues } from './schedule-values.ts';

export interface LayerFieldsProps {
  readonly control: Control<ScheduleValues>;
  readonly index: number;
  readonly count: number;
  readonly name: string;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const units = [
  { value: 'hour', label: 'hours' },
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
] as const;

export function LayerFields(props: LayerFieldsProps) {
  const { control, index, count, onMove, onRemove } = props;
  const name = props.name.trim() || `Layer ${index + 1}`;
  return (
    <fieldset className={styles.layer} aria-label={name}>
      <div className={styles.layerHead}>
        <FormField
          control={control}
          name={`layers.${index}.name`}
          label="Name of the layer"
          className={styles.layerName}
        >
          {(field) => <TextInput {...field} />}
        </FormField>
        <span className={styles.layerActions}>
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUp className="icon" />}
            disabledReason={index === count - 1 && 'On top already: it wins over the others.'}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDown className="icon" />}
            disabledReason={index === 0 && 'At the bottom already.'}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash className="icon" />}
            disabledReason={count === 1 && 'A schedule has at least one layer.'}
            onClick={onRemove}
          />
        </span>
      </div>
      <Controller
        control={control}
        name={`layers.${index}.people`}
        render={({ field, fieldState }) => (
          <PeopleOrder
            layer={name}
            value={field.value}
            onChange={field.onChange}
            error={firstMessage(fieldState.error) ?? undefined}
          />
        )}
      />
      <div className={styles.turns}>
        <FormField control={control} name={`layers.${index}.every`} label="A turn lasts">
          {(field) => <NumberInput {...field} min={1} />}
        </FormField>
        <FormField control={control} name={`layers.${index}.unit`} label="Unit">
          {({ value, onChange }) => <Select options={units} value={value} onChange={onChange} />}
        </FormField>
        <FormField
          control={control}
          name={`layers.${index}.starts`}
          label="First turn begins"
          hint="Hand-overs keep its time of day."
        >
          {(field) => <TextInput {...field} type="datetime-local" />}
        </FormField>
      </div>
      <Controller
        control={control}
        name={`layers.${index}.restrictions`}
        render={({ field, fieldState }) => (
          <>
            <SegmentedControl
              label="When it counts"
              options={[
                { value: 'always', label: 'Always' },
                { value: 'hours', label: 'At certain hours' },
              ]}
              value={field.value.length === 0 ? 'always' : 'hours'}
              onChange={(value) => field.onChange(value === 'always' ? [] : [officeHours])}
            />
            {field.value.length === 0 ? null : (
              <WeeklyWindows
                label="Hours"
                value={field.value}
                onChange={field.onChange}
                error={firstMessage(fieldState.error) ?? undefined}
              />
            )}
          </>
        )}
      />
      <Controller
        control={control}
        name={`layers.${index}.shadow`}
        render={({ field }) => (
          <Checkbox
            label="Shadow"
            hint="Its people learn along: they are shown, and never paged."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </fieldset>
  );
}
