/** Cover is asked for: whose shift, all of it or a part, whom, and a note. */
import { useState } from 'react';
import { spanText } from '#domain/notice/labels.ts';
import { isResponder } from '#domain/permissions.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './override.module.css';
import { type PersonShift, type Rotas, shiftsOfPerson } from './person-shifts.ts';
import { common, fromLocal, type Span, toLocal } from './span.ts';
import { zoneHint } from './zone-hint.ts';

export interface AskCoverDialogProps extends Rotas {
  /** The time that the form begins with. Null: the reader’s first shift. */
  readonly about: (Span & { readonly scheduleId: string }) | null;
  readonly onClose: () => void;
}

const minute = 60_000;
const lengths = [
  { value: 'whole', label: 'The whole shift' },
  { value: 'part', label: 'A part of it' },
] as const;
const groups = [
  { value: 'all', label: 'Everybody' },
  { value: 'some', label: 'Some people' },
] as const;

export function AskCoverDialog({ schedules, overrides, about, onClose }: AskCoverDialogProps) {
  const { me } = useTeam();
  const { zone: mine } = useZones();
  const people = usePeople();
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const now = useServerNow(minute);
  /** Shifts are counted from here, so that a choice stays one. */
  const [openedAt] = useState(now);
  const mayForOthers = useMay()('coverForOthers').allowed;
  const shiftsOf = (userId: string) => shiftsOfPerson({ schedules, overrides }, userId, openedAt);

  const [userId, setUserId] = useState<string>(me.id);
  const shifts = shiftsOf(userId);
  const [chosen, setChosen] = useState(() => keyOf(shiftAt(shifts, about) ?? shifts[0]));
  const shift = shifts.find((one) => keyOf(one) === chosen);
  const zone = shift ? versionAt(shift.schedule, now).timezone : mine;
  const [part, setPart] = useState(() => partOf(shift, about, zone));
  const [length, setLength] = useState<'whole' | 'part'>(part.whole ? 'whole' : 'part');
  const [group, setGroup] = useState<'all' | 'some'>('all');
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const choose = (next: PersonShift | undefined) => {
    setChosen(keyOf(next));
    setPart(partOf(next, null, next ? versionAt(next.schedule, now).timezone : mine));
    setLength('whole');
  };
  const cancel = useCommand('cancelCover', {
    onError: (error) => toasts.error('The request for cover was not cancelled', explain(error)),
  });
  const command = useDialogCommand('requestCover', {
    close: onClose,
    queued: () => toasts.done('The request is queued', 'Cover is asked for when the connection is back.'),
    failedLater: (error) => toasts.error('Cover was not asked for', explain(error)),
  });
  const submit = () => {
    const span = length === 'whole' ? (shift ?? null) : spanOf(part, zone);
    const missing = missingOf(shift, span, group === 'some' ? asked : null);
    setProblem(missing);
    if (missing !== null || shift === undefined || span === null) return;
    const requestId = docs.newId();
    const { startsAt, endsAt } = span;
    const given = { requestId, scheduleId: shift.schedule.id, userId, startsAt, endsAt, note };
    command.send({ ...given, asked: group === 'some' ? [...asked] : null }, () =>
      toasts.undo(`Cover is asked for: ${shift.schedule.name}, ${words(span)}`, () =>
        cancel.mutate({ requestId }),
      ),
    );
  };
  const words = (span: Span) => spanText(span, { now, timezone: mine });
  const others = people.all.filter((one) => isResponder(one) && one.id !== userId);
  const whose = userId === me.id ? 'You are' : `${people.name(userId)} is`;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Ask for cover"
      description="The first to accept is on call then. Until somebody does, the rota stays as it is."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={command.pending && 'Asking…'}
            disabledReason={shift === undefined && `${whose} not on call in the next four weeks.`}
          >
            Ask for cover
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {mayForOthers ? (
          <Field label="Whose shift">
            <Select
              options={people.all.filter(isResponder).map(({ id, displayName }) => ({
                value: id as string,
                label: id === me.id ? `${displayName} (you)` : displayName,
              }))}
              value={userId}
              onChange={(next) => {
                setUserId(next);
                setAsked(asked.filter((one) => one !== next));
                choose(shiftsOf(next)[0]);
              }}
            />
          </Field>
        ) : null}
        {shift === undefined ? (
          <p>{whose} not on call in the next four weeks: there is nothing to cover.</p>
        ) : (
          <>
            <Field label="Shift">
              <Select
                options={shifts.map((one) => ({
                  value: keyOf(one),
                  label: `${one.schedule.name}, ${words(one)}`,
                }))}
                value={chosen}
                onChange={(key) => choose(shifts.find((one) => keyOf(one) === key))}
              />
            </Field>
            <SegmentedControl
              label="How much"
              hideLabel
              options={lengths}
              value={length}
              onChange={setLength}
            />
            {length === 'part' ? (
              <>
                <Field label="From" hint={zoneHint(part.from, zone, mine)}>
                  <TextInput
                    type="datetime-local"
                    value={part.from}
                    onChange={(event) => setPart({ ...part, from: event.target.value })}
                  />
                </Field>
                <Field label="Until" hint={zoneHint(part.to, zone, mine)}>
                  <TextInput
                    type="datetime-local"
                    value={part.to}
                    onChange={(event) => setPart({ ...part, to: event.target.value })}
                  />
                </Field>
              </>
            ) : null}
            <SegmentedControl label="Who is asked" options={groups} value={group} onChange={setGroup} />
            {group === 'some' ? (
              <Field label="People">
                <Combobox
                  options={others.map(({ id, displayName: name }) => ({
                    id,
                    label: name,
                    lead: <Avatar person={{ id, name }} size="small" decorative />,
                  }))}
                  value={asked}
                  onChange={setAsked}
                  placeholder="Type a name"
                />
              </Field>
            ) : null}
            <Field label="Note" optional hint="Seen by the team.">
              <TextInput value={note} onChange={(event) => setNote(event.target.value)} />
            </Field>
          </>
        )}
        <ProblemText text={problem ?? command.problem} />
      </div>
    </Dialog>
  );
}

/** The end: a running shift begins at now, which moves. */
const keyOf = (shift: PersonShift | undefined): string =>
  shift === undefined ? '' : `${shift.schedule.id} ${shift.endsAt}`;

const shiftAt = (shifts: readonly PersonShift[], about: AskCoverDialogProps['about']) =>
  shifts.find((one) => about !== null && one.schedule.id === about.scheduleId && common(one, about) !== null);

/** The fields of a part; `whole`: the part is no less than the shift. */
function partOf(shift: PersonShift | undefined, about: AskCoverDialogProps['about'], zone: string) {
  if (shift === undefined) return { from: '', to: '', whole: true };
  const { startsAt, endsAt } = (about && common(shift, about)) ?? shift;
  const whole = startsAt - shift.startsAt < minute && shift.endsAt - endsAt < minute;
  return { from: toLocal(startsAt, zone), to: toLocal(endsAt, zone), whole };
}

function spanOf({ from, to }: { readonly from: string; readonly to: string }, zone: string): Span | null {
  const [startsAt, endsAt] = [fromLocal(from, zone), fromLocal(to, zone)];
  return startsAt === null || endsAt === null ? null : { startsAt, endsAt };
}

function missingOf(
  shift: PersonShift | undefined,
  span: Span | null,
  asked: readonly string[] | null,
): string | null {
  if (shift === undefined) return 'Choose a shift.';
  if (span === null) return 'Fill in the date and the time.';
  if (span.endsAt <= span.startsAt) return 'The end comes after the start. Choose a later end.';
  return asked?.length === 0 ? 'Choose at least one person.' : null;
}
