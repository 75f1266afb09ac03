/** The form of a leave calendar: what it is called, whom it concerns, and the file or the address that it is read from. */
import { useState } from 'react';
import { limits } from '#domain/constants.ts';
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import type { CommandInput } from '#api/commands.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useCapability, usePort } from '#src/data/client/ports.tsx';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { FileDrop } from '#src/ui/file-drop.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RadioCards, SegmentedControl } from '#src/ui/radio-cards.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
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
type Kind = (typeof kinds)[number]['value'];

const kindOf = ({ concerned }: LeaveCalendar): Kind =>
  concerned === null ? 'leave' : concerned.kind === 'people' ? 'people' : 'zone';

export function LeaveCalendarDialog({ calendar, onClose }: LeaveCalendarDialogProps) {
  const { team } = useTeam();
  const people = usePeople();
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const reads = useCapability('server.http');
  const concerned = calendar?.concerned ?? null;
  const [name, setName] = useState(calendar?.name ?? '');
  const [kind, setKind] = useState<Kind>(calendar ? kindOf(calendar) : 'leave');
  const [timezone, setTimezone] = useState<string>(
    concerned?.kind === 'timezone' ? concerned.timezone : team.timezone,
  );
  const [userIds, setUserIds] = useState<readonly string[]>(
    concerned?.kind === 'people' ? concerned.userIds : [],
  );
  const [from, setFrom] = useState<'address' | 'file'>(reads ? 'address' : 'file');
  const [address, setAddress] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const command = useDialogCommand('saveLeaveCalendar', {
    close: onClose,
    queued: () => toasts.done('The calendar is queued', 'It is saved when the connection is back.'),
    failedLater: (error) => toasts.error('The calendar was not saved', explain(error)),
  });
  const choose = async ([chosen]: readonly File[]) => {
    if (!chosen) return;
    if (chosen.size > limits.calendarText) setMissing('The file is too large. Export fewer events.');
    else setFile({ name: chosen.name, text: await chosen.text() });
  };
  const submit = () => {
    const source = sourceOf(from, address.trim(), file?.text ?? '');
    const why =
      name.trim() === ''
        ? 'Give it a name.'
        : kind === 'people' && userIds.length === 0
          ? 'Choose at least one person.'
          : source === null && calendar === null
            ? from === 'file'
              ? 'Choose a file.'
              : 'Enter the address.'
            : null;
    setMissing(why);
    if (why !== null) return;
    command.send(
      {
        calendarId: calendar?.id ?? docs.newId(),
        name,
        concerned:
          kind === 'leave'
            ? null
            : kind === 'zone'
              ? { kind: 'timezone', timezone }
              : { kind: 'people', userIds: [...userIds] },
        source,
        ...(calendar && { expectedRevision: calendar.revision }),
      },
      () => toasts.done('Calendar saved'),
    );
  };
  const options = kinds.filter(
    ({ value }) => !calendar || (value === 'leave') === (kindOf(calendar) === 'leave'),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={calendar ? `Change ${calendar.name}` : 'Add a calendar'}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={command.pending && 'Saving…'}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label="Name" compact>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {options.length > 1 ? (
          <RadioCards label="What is in it" options={options} value={kind} onChange={setKind} />
        ) : null}
        {kind === 'zone' ? (
          <Field label="Time zone" compact>
            <TimezoneInput value={timezone} onChange={setTimezone} />
          </Field>
        ) : null}
        {kind === 'people' ? (
          <Field label="People" compact>
            <Combobox
              options={people.all.map(({ id, displayName }) => ({ id, label: displayName }))}
              value={userIds}
              onChange={setUserIds}
            />
          </Field>
        ) : null}
        {reads ? (
          <SegmentedControl
            label="Read from"
            options={[
              { value: 'address', label: 'An address' },
              { value: 'file', label: 'A file' },
            ]}
            value={from}
            onChange={setFrom}
          />
        ) : (
          <p>Calendars at an address can’t be read from here: choose a file (.ics).</p>
        )}
        {from === 'file' ? (
          <FileDrop
            label={file ? `${file.name} · choose another` : 'Choose a file'}
            hint={calendar ? 'It takes the place of what was read before.' : 'iCalendar (.ics), up to 2 MB'}
            accept=".ics,text/calendar"
            onFiles={(files) => void choose(files)}
          />
        ) : (
          <Field
            label={calendar?.host ? `New address, in place of the one at ${calendar.host}` : 'Address'}
            hint="Its secret address in iCal format. It is shown to nobody again, and read every few hours."
          >
            <TextInput
              type="url"
              autoComplete="off"
              placeholder="https://"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
        )}
        <ProblemText text={missing ?? command.problem} />
      </div>
    </Dialog>
  );
}

/** Null: nothing was chosen. */
function sourceOf(
  from: 'address' | 'file',
  address: string,
  text: string,
): CommandInput<'saveLeaveCalendar'>['source'] {
  if (from === 'file') return text === '' ? null : { kind: 'file', text };
  return address === '' ? null : { kind: 'address', address };
}
