/** The form of a leave calendar: what it is called, whom it concerns, and the file or the address that it is read from. */
import { type Control, Controller } from 'react-hook-form';
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useCapability } from '#src/data/client/ports.tsx';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FileDrop } from '#src/ui/file-drop.tsx';
import { firstMessage } from '#src/ui/first-message.ts';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RadioCards, SegmentedControl } from '#src/ui/radio-cards.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import {
  faultOfFile,
  fileValueOf,
  kindOfCalendar,
  leaveCalendarFormSchema,
  leaveCalendarInputOf,
  type LeaveCalendarValues,
  leaveCalendarValuesOf,
} from './leave-calendar-values.ts';
import styles from './override.module.css';

export interface LeaveCalendarDialogProps {
  /** Null: a new one. */
  readonly calendar: LeaveCalendar | null;
  readonly onClose: () => void;
}

const kinds = [
  {
    value: 'leave',
    label: 'Leave',
    hint: 'Each event is somebody’s: by who is invited, or by the name in its title',
  },
  { value: 'zone', label: 'Holidays of a time zone', hint: 'For everybody whose own time zone it is' },
  { value: 'people', label: 'Holidays of some people', hint: 'For those whom you choose' },
] as const;
const places = [
  { value: 'address', label: 'An address' },
  { value: 'file', label: 'A file' },
] as const;

export function LeaveCalendarDialog({ calendar, onClose }: LeaveCalendarDialogProps) {
  const { team } = useTeam();
  const people = usePeople();
  const toasts = useToasts();
  const reads = useCapability('server.http');
  const form = useEntityForm<LeaveCalendarValues, 'saveLeaveCalendar'>({
    command: 'saveLeaveCalendar',
    draft: `leave-calendar.${calendar?.id ?? 'new'}`,
    entity: calendar,
    schema: leaveCalendarFormSchema(calendar === null),
    values: leaveCalendarValuesOf(calendar, { timezone: team.timezone, from: reads ? 'address' : 'file' }),
    inputOf: (values, { id: calendarId, ...revision }) => ({
      ...leaveCalendarInputOf(values),
      calendarId,
      ...revision,
    }),

    unkept: ['address', 'file'],
    fieldNames: ({ from }) => ({ source: from }),
    noun: 'calendar',
    // A calendar has a newer revision each time that it is read.
    conflicts: 'values',
    toasts,
    onQueued: () => {
      onClose();
      toasts.done('The calendar is queued', 'It is saved when the connection is back.');
    },
    onSaved: () => {
      onClose();
      if (calendar === null) toasts.done('Calendar saved');
    },
  });
  const { control, values } = form;
  const options = kinds.filter(
    ({ value }) => !calendar || (value === 'leave') === (kindOfCalendar(calendar) === 'leave'),
  );
  return (
    <FormDialog
      title={calendar ? `Change ${calendar.name}` : 'Add a calendar'}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className={styles.fields}>
        <FormField control={control} name="name" label="Name" compact>
          {(field) => <TextInput {...field} />}
        </FormField>
        {options.length > 1 ? (
          <Controller
            control={control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <RadioCards label="What is in it" options={options} {...{ value, onChange }} />
            )}
          />
        ) : null}
        {values.kind === 'zone' ? (
          <FormField control={control} name="timezone" label="Time zone" compact>
            {({ value, onChange }) => <TimezoneInput value={value} onChange={onChange} />}
          </FormField>
        ) : null}
        {values.kind === 'people' ? (
          <FormField control={control} name="userIds" label="People" compact>
            {({ value, onChange }) => (
              <Combobox
                options={people.all.map(({ id, displayName }) => ({ id, label: displayName }))}
                value={value}
                onChange={(ids) => onChange([...ids])}
              />
            )}
          </FormField>
        ) : null}
        {reads ? (
          <Controller
            control={control}
            name="from"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl label="Read from" options={places} {...{ value, onChange }} />
            )}
          />
        ) : (
          <p>Calendars at an address can’t be read from here: choose a file (.ics).</p>
        )}
        {values.from === 'file' ? (
          <FileField control={control} isNew={calendar === null} />
        ) : (
          <FormField
            control={control}
            name="address"
            label={calendar?.host ? `New address, in place of the one at ${calendar.host}` : 'Address'}
            hint="Its secret address in iCal format. It is shown to nobody again, and read every few hours."
          >
            {(field) => <TextInput {...field} type="url" autoComplete="off" placeholder="https://" />}
          </FormField>
        )}
      </div>
    </FormDialog>
  );
}

interface FileFieldProps {
  readonly control: Control<LeaveCalendarValues>;
  readonly isNew: boolean;
}

const FileField = ({ control, isNew }: FileFieldProps) => (
  <Controller
    control={control}
    name="file"
    render={({ field: { value, onChange }, fieldState }) => (
      <>
        <FileDrop
          label={value ? `${value.name} · choose another` : 'Choose a file'}
          hint={isNew ? 'iCalendar (.ics), up to 2 MB' : 'It takes the place of what was read before.'}
          accept=".ics,text/calendar"
          onFiles={([file]) => void (file && fileValueOf(file).then(onChange))}
        />
        <ProblemText text={firstMessage(fieldState.error) ?? faultOfFile(value)} />
      </>
    )}
  />
);
