/** The form of time off: whose, whole days or times, and a note. */
import { useState } from 'react';
import { daysOf, wholeDays } from '#domain/time-off/days.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import type { TimeOff } from '#domain/time-off/schema.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './time-off.module.css';

export type TimeOffValues = Pick<TimeOff, 'userId' | 'startsAt' | 'endsAt' | 'allDayIn'> & {
  readonly note: string;
};

export interface TimeOffDialogProps {
  /** Choices of the person; one: no choice. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** Null: a new one. */
  readonly before: TimeOffValues | null;
  readonly now: number;
  /** Time zone of the person whom it is for. */
  readonly timezoneOf: (userId: string) => string;
  readonly busy: boolean;
  /** Error of the last attempt. */
  readonly problem: string | null;
  readonly onSubmit: (values: TimeOffValues) => void;
  readonly onClose: () => void;
}

const kinds = [
  { value: 'days', label: 'Whole days' },
  { value: 'times', label: 'From a time to a time' },
] as const;

export function TimeOffDialog(props: TimeOffDialogProps) {
  const { people, before, now, timezoneOf, busy, problem, onSubmit, onClose } = props;
  const [userId, setUserId] = useState(before?.userId ?? (people.length === 1 ? (people[0]?.id ?? '') : ''));
  const timezone = before?.allDayIn ?? timezoneOf(userId);
  const [span, setSpan] = useState(() => textsOf(before ?? { startsAt: now, endsAt: now + 1 }, timezone));
  const [kind, setKind] = useState<'days' | 'times'>(before?.allDayIn === null ? 'times' : 'days');
  const [note, setNote] = useState(before?.note ?? '');
  const [missing, setMissing] = useState<string | null>(null);
  const submit = () => {
    const read = kind === 'days' ? wholeDays(span.first, span.last, timezone) : timesOf(span, timezone);
    const why =
      userId === ''
        ? 'Choose who is away.'
        : read === null
          ? 'Fill in the start and the end.'
          : read.endsAt <= read.startsAt
            ? 'The end comes after the start. Choose a later end.'
            : null;
    setMissing(why);
    if (why === null && read !== null)
      onSubmit({ userId, ...read, allDayIn: kind === 'days' ? timezone : null, note });
  };
  const set = (field: keyof typeof span) => (event: { readonly target: { readonly value: string } }) =>
    setSpan({ ...span, [field]: event.target.value });
  const zoneName = timezone.replaceAll('_', ' ');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={before === null ? 'Add time off' : 'Change time off'}
      description="It is shown beside the rota. Pages go on as the rota says: arrange for cover."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy && 'Saving…'}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {people.length > 1 ? (
          <Field label="Person">
            <Select
              options={people.map(({ id, name }) => ({ value: id, label: name }))}
              value={userId === '' ? null : userId}
              onChange={setUserId}
              placeholder="Choose somebody"
            />
          </Field>
        ) : null}
        <SegmentedControl label="Length" hideLabel options={kinds} value={kind} onChange={setKind} />
        {kind === 'days' ? (
          <>
            <Field label="First day" hint={zoneName}>
              <TextInput type="date" value={span.first} onChange={set('first')} />
            </Field>
            <Field label="Last day">
              <TextInput type="date" value={span.last} onChange={set('last')} />
            </Field>
          </>
        ) : (
          <>
            <Field label="From" hint={zoneName}>
              <TextInput type="datetime-local" value={span.from} onChange={set('from')} />
            </Field>
            <Field label="Until">
              <TextInput type="datetime-local" value={span.until} onChange={set('until')} />
            </Field>
          </>
        )}
        <Field label="Note" optional hint="Read by the person and by admins alone.">
          <TextInput value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <ProblemText text={missing ?? problem} />
      </div>
    </Dialog>
  );
}

/** A span as the texts of its fields. */
function textsOf(span: Pick<TimeOff, 'startsAt' | 'endsAt'>, timezone: string) {
  const { wallClock } = createZone(timezone);
  const local = (at: number) => new Date(wallClock(at)).toISOString().slice(0, 16);
  return { ...daysOf(span, timezone), from: local(span.startsAt), until: local(span.endsAt) };
}

function timesOf({ from, until }: { readonly from: string; readonly until: string }, timezone: string) {
  const { instant } = createZone(timezone);
  const [startsAt, endsAt] = [from, until].map((text) => Date.parse(`${text}Z`));
  if (startsAt === undefined || endsAt === undefined || Number.isNaN(startsAt + endsAt)) return null;
  return { startsAt: instant(startsAt), endsAt: instant(endsAt) };
}
