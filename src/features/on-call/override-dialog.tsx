/** Somebody takes over a time of a schedule: whoever is on call then stands back. */
import { useState } from 'react';
import { isResponder } from '#domain/permissions.ts';
import { onCallAt, shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { momentText } from '#src/ui/time-format.ts';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './override.module.css';
import { fromLocal, type Span, toLocal } from './span.ts';
import { zoneHint } from './zone-hint.ts';

const hour = 3_600_000;

export interface OverrideDialogProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  /** The picked span. */
  readonly span: Span;
  /** Whether it begins now, with lengths to choose from. Default false. */
  readonly now?: boolean;
  readonly onClose: () => void;
}

export function OverrideDialog(props: OverrideDialogProps) {
  const { schedule, overrides, span, now: startsNow = false, onClose } = props;
  const { me } = useTeam();
  const { zone: mine } = useZones();
  const people = usePeople();
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const now = useServerNow(60_000);
  const zone = versionAt(schedule, now).timezone;
  const mayForOthers = useMay()('coverForOthers');
  const takers = people.all.filter((one) => isResponder(one) && (mayForOthers.allowed || one.id === me.id));
  const [userId, setUserId] = useState(() =>
    isResponder(me) && onCallAt(schedule, overrides, span.startsAt) !== me.id ? me.id : '',
  );
  const [insteadOf, setInsteadOf] = useState('');
  const [from, setFrom] = useState(toLocal(span.startsAt, zone));
  const [to, setTo] = useState(toLocal(span.endsAt, zone));
  const [options] = useState(() => lengthOptions(span, now, zone));
  const [problem, setProblem] = useState<string | null>(null);

  const takeBack = useCommand('removeOverride', {
    onError: (error) => toasts.error('The override was not taken back', explain(error)),
  });
  const command = useDialogCommand('createOverride', {
    close: onClose,
    queued: () => toasts.done('The override is queued', 'It is made when the connection is back.'),
    failedLater: (error) => toasts.error('The shift was not taken over', explain(error)),
  });

  const startsAt = startsNow ? now : (fromLocal(from, zone) ?? Number.NaN);
  const endsAt = fromLocal(to, zone) ?? Number.NaN;
  const holders = startsAt < endsAt ? holdersOf(schedule, overrides, { startsAt, endsAt }) : [];
  const submit = () => {
    const missing = missingOf(userId, startsAt, endsAt, now);
    setProblem(missing);
    if (missing !== null) return;
    const overrideId = docs.newId();
    const instead = holders.includes(insteadOf) ? insteadOf : null;
    command.send({ overrideId, scheduleId: schedule.id, startsAt, endsAt, userId, insteadOf: instead }, () =>
      toasts.undo(
        `${userId === me.id ? 'You take' : `${people.name(userId)} takes`} over until ${momentText(endsAt, mine)}`,
        () => takeBack.mutate({ overrideId }),
      ),
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Take over “${schedule.name}”`}
      description="Whoever is on call then stands back, and is on call again afterwards."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={command.pending && 'Saving…'}>
            {userId === me.id || userId === '' ? 'Take over' : `Put ${people.name(userId)} on call`}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {startsNow ? (
          <SegmentedControl label="For how long" options={options} value={to} onChange={setTo} />
        ) : (
          <Field label="From" hint={zoneHint(from, zone, mine)}>
            <TextInput type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
        )}
        <Field label="Until" hint={zoneHint(to, zone, mine)}>
          <TextInput type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Field label="Who takes over" hint={mayForOthers.allowed ? undefined : mayForOthers.reason}>
          <Select
            options={takers.map(({ id, displayName }) => ({
              value: id as string,
              label: id === me.id ? `${displayName} (you)` : displayName,
            }))}
            value={userId === '' ? null : userId}
            onChange={setUserId}
            placeholder="Choose somebody"
          />
        </Field>
        {holders.length > 1 ? (
          <Field label="In place of">
            <Select
              options={[
                { value: '', label: 'Whoever is on call' },
                ...holders.map((id) => ({ value: id, label: `Only ${people.name(id)}` })),
              ]}
              value={holders.includes(insteadOf) ? insteadOf : ''}
              onChange={setInsteadOf}
            />
          </Field>
        ) : null}
        <ProblemText text={problem ?? command.problem} />
      </div>
    </Dialog>
  );
}

const holdersOf = (schedule: Schedule, overrides: readonly Override[], { startsAt, endsAt }: Span) => [
  ...new Set(shiftsBetween(schedule, overrides, startsAt, endsAt).flatMap(({ userId }) => userId ?? [])),
];

function missingOf(userId: string, startsAt: number, endsAt: number, now: number): string | null {
  if (Number.isNaN(startsAt) || Number.isNaN(endsAt)) return 'Fill in the date and the time.';
  if (endsAt <= startsAt) return 'The end comes after the start. Choose a later end.';
  if (endsAt <= now) return 'This time is over already. Choose an end that is still to come.';
  return userId === '' ? 'Choose who takes over.' : null;
}

function lengthOptions({ endsAt }: Span, now: number, zone: string) {
  const hours = (count: number) => ({
    value: toLocal(now + count * hour, zone),
    label: `${count} hours`,
  });
  return [{ value: toLocal(endsAt, zone), label: 'Until the hand-over' }, hours(2), hours(8)];
}
