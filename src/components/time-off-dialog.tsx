/** The form of time off: whose, whole days or times, and a note. */
import { type Control, useController } from 'react-hook-form';
import { zoneText } from '#domain/timezone.ts';
import { FormDialog, type FormDialogProps } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { formTimezone, type TimeOffFormContext, type TimeOffValues } from './time-off-values.ts';
import styles from './time-off.module.css';

export interface TimeOffDialogProps {
  readonly context: TimeOffFormContext;
  readonly form: FormDialogProps['form'] & {
    readonly control: Control<TimeOffValues>;
    readonly values: TimeOffValues;
  };
  /** Choices of the person; one: no choice. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

const kinds = [
  { value: 'days', label: 'Whole days' },
  { value: 'times', label: 'From a time to a time' },
] as const;

export function TimeOffDialog({ context, form, people, onClose }: TimeOffDialogProps) {
  const { control, values } = form;
  const kind = useController({ control, name: 'kind' });
  const zoneName = zoneText(formTimezone(context, values.userId));
  return (
    <FormDialog
      title={context.before === null ? 'Add time off' : 'Change time off'}
      description="It is shown beside the rota. Pages go on as the rota says: arrange for cover."
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className={styles.fields}>
        {people.length > 1 ? (
          <FormField control={control} name="userId" label="Person">
            {({ value, onChange }) => (
              <Select
                options={people.map(({ id, name }) => ({ value: id, label: name }))}
                value={value === '' ? null : value}
                onChange={onChange}
                placeholder="Choose somebody"
              />
            )}
          </FormField>
        ) : null}
        <SegmentedControl
          label="Length"
          hideLabel
          options={kinds}
          value={kind.field.value}
          onChange={kind.field.onChange}
        />
        {values.kind === 'days' ? (
          <>
            <FormField control={control} name="first" label="First day" hint={zoneName}>
              {(field) => <TextInput type="date" {...field} />}
            </FormField>
            <FormField control={control} name="last" label="Last day">
              {(field) => <TextInput type="date" {...field} />}
            </FormField>
          </>
        ) : (
          <>
            <FormField control={control} name="from" label="From" hint={zoneName}>
              {(field) => <TextInput type="datetime-local" {...field} />}
            </FormField>
            <FormField control={control} name="until" label="Until">
              {(field) => <TextInput type="datetime-local" {...field} />}
            </FormField>
          </>
        )}
        <FormField
          control={control}
          name="note"
          label="Note"
          optional
          hint="Read by the person and by admins alone."
        >
          {(field) => <TextInput {...field} />}
        </FormField>
      </div>
    </FormDialog>
  );
}
