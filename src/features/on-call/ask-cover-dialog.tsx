/** Form that asks for cover: whose shift, all of it or a part, whom, and a note. What is typed survives a reload, and a refusal. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { spanText } from '#domain/notice/labels.ts';
import { isResponder } from '#domain/permissions.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { readFormDraft, writeFormDraft } from '#src/data/client/form-draft.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
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
import {
  askCoverSchema,
  type AskCoverValues,
  askedOf,
  askedSpan,
  faultOfCover,
  shiftKey,
  valuesOfShift,
} from './ask-cover-values.ts';
import styles from './override.module.css';
import { type PersonShift, type Rotas, shiftsOfPerson } from './person-shifts.ts';
import { common, type Span } from './span.ts';
import { zoneHint } from './zone-hint.ts';

export interface AskCoverDialogProps extends Rotas {
  /** The time that the form begins with. Null: the reader’s first shift. */
  readonly about: (Span & { readonly scheduleId: string }) | null;
  readonly onClose: () => void;
}

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
  const now = useServerNow(60_000);
  /** Shifts are counted from here, so that a choice stays one. */
  const [openedAt] = useState(now);
  const mayForOthers = useMay()('coverForOthers').allowed;
  const shiftsOf = (userId: string) => shiftsOfPerson({ schedules, overrides }, userId, openedAt);
  const zoneOf = (shift: PersonShift | undefined) =>
    shift ? versionAt(shift.schedule, openedAt).timezone : mine;

  const [start] = useState((): AskCoverValues => {
    const shifts = shiftsOf(me.id);
    const shift = shiftAt(shifts, about) ?? shifts[0];
    return {
      ...{ userId: me.id, ...valuesOfShift(shift, about, zoneOf(shift)) },
      ...{ group: 'all', people: [], note: '' },
    };
  });
  const [draft, setDraft] = useDraft(about ? `cover.${about.scheduleId}.${about.endsAt}` : 'cover');
  const [kept] = useState(
    () => readFormDraft(askCoverSchema({ shifts: [], zone: mine }), draft)?.values ?? null,
  );
  const { clearErrors, control, formState, handleSubmit, setError, setValue } = useForm<AskCoverValues>({
    resolver: (...given) => valibotResolver(askCoverSchema({ shifts: shifts.map(shiftKey), zone }))(...given),
    defaultValues: kept !== null && (kept.userId === me.id || mayForOthers) ? kept : start,
    shouldFocusError: false,
  });
  const { errors, submitCount } = formState;
  const values = useWatch({ control }) as AskCoverValues;
  const shifts = shiftsOf(values.userId);
  const shift = shifts.find((one) => shiftKey(one) === values.shift);
  const zone = zoneOf(shift);
  const isChanged = JSON.stringify(values) !== JSON.stringify(start);
  const written = isChanged ? writeFormDraft({ revision: 0, from: start, values }) : '';
  useEffect(() => setDraft(written), [written, setDraft]);
  const fields = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  useEffect(() => {
    if (submitCount > 0 || refusal !== null)
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, refusal]);

  const choose = (next: PersonShift | undefined) => {
    const { shift: key, length, from, to } = valuesOfShift(next, null, zoneOf(next));
    setValue('shift', key);
    setValue('length', length);
    setValue('from', from);
    setValue('to', to);
    clearErrors(['userId', 'shift', 'from', 'to']);
  };
  const cancel = useCommand('cancelCover', {
    onError: (error) => toasts.error('The request for cover was not cancelled', explain(error)),
  });
  const command = useDialogCommand('requestCover', {
    close: onClose,
    queued: () => toasts.done('The request is queued', 'Cover is asked for when the connection is back.'),
    failedLater: (error) => toasts.error('Cover was not asked for', explain(error)),
    showAtField: (error) => {
      const fault = faultOfCover(error, values);
      if (fault === null || (fault.field === 'userId' && !mayForOthers)) return false;
      setError(fault.field, { message: fault.rule });
      setRefusal(error);
      return true;
    },
  });
  const submit = (said: AskCoverValues) => {
    const span = shift && askedSpan(said, shift, zone);
    if (!shift || !span) return;
    const requestId = docs.newId();
    const { startsAt, endsAt } = span;
    const { userId, note } = said;
    command.send(
      { requestId, scheduleId: shift.schedule.id, userId, startsAt, endsAt, asked: askedOf(said), note },
      () => {
        setDraft('');
        toasts.undo(`Cover is asked for: ${shift.schedule.name}, ${words(span)}`, () =>
          cancel.mutate({ requestId }),
        );
      },
    );
  };
  const words = (span: Span) => spanText(span, { now, timezone: mine });
  const others = people.all.filter((one) => isResponder(one) && one.id !== values.userId);
  const whose = values.userId === me.id ? 'You are' : `${people.name(values.userId)} is`;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Ask for cover"
      description="The first to accept is on call then. Until somebody does, the rota stays as it is."
      onSubmit={() => void handleSubmit(submit)()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={command.pending && 'Asking…'}
            disabledReason={shifts.length === 0 && `${whose} not on call in the next four weeks.`}
          >
            Ask for cover
          </Button>
        </>
      }
    >
      <div className={styles.fields} ref={fields}>
        {mayForOthers ? (
          <Controller
            control={control}
            name="userId"
            render={({ field }) => (
              <Field label="Whose shift" error={errors.userId?.message}>
                <Select
                  options={people.all.filter(isResponder).map(({ id, displayName }) => ({
                    value: id as string,
                    label: id === me.id ? `${displayName} (you)` : displayName,
                  }))}
                  value={field.value}
                  onChange={(next) => {
                    field.onChange(next);
                    setValue(
                      'people',
                      values.people.filter((one) => one !== next),
                    );
                    choose(shiftsOf(next)[0]);
                  }}
                />
              </Field>
            )}
          />
        ) : null}
        {shifts.length === 0 ? (
          <p>{whose} not on call in the next four weeks: there is nothing to cover.</p>
        ) : (
          <>
            <Field label="Shift" error={errors.shift?.message}>
              <Select
                options={shifts.map((one) => ({
                  value: shiftKey(one),
                  label: `${one.schedule.name}, ${words(one)}`,
                }))}
                value={shift === undefined ? null : values.shift}
                onChange={(key) => choose(shifts.find((one) => shiftKey(one) === key))}
                placeholder="Choose a shift"
              />
            </Field>
            <Controller
              control={control}
              name="length"
              render={({ field: { value, onChange } }) => (
                <SegmentedControl
                  label="How much"
                  hideLabel
                  options={lengths}
                  value={value}
                  onChange={(next) => {
                    onChange(next);
                    clearErrors(['shift', 'from', 'to']);
                  }}
                />
              )}
            />
            {values.length === 'part'
              ? (['from', 'to'] as const).map((name) => (
                  <Controller
                    key={name}
                    control={control}
                    name={name}
                    render={({ field }) => (
                      <Field
                        label={name === 'from' ? 'From' : 'Until'}
                        hint={zoneHint(field.value, zone, mine)}
                        error={errors[name]?.message}
                      >
                        <TextInput type="datetime-local" {...field} />
                      </Field>
                    )}
                  />
                ))
              : null}
            <Controller
              control={control}
              name="group"
              render={({ field: { value, onChange } }) => (
                <SegmentedControl label="Who is asked" options={groups} {...{ value, onChange }} />
              )}
            />
            {values.group === 'some' ? (
              <ScheduleColours schedule={shift?.schedule ?? null} overrides={overrides}>
                <Controller
                  control={control}
                  name="people"
                  render={({ field }) => (
                    <Field label="People" error={errors.people?.message}>
                      <Combobox
                        options={others.map(({ id, displayName: name }) => ({
                          id,
                          label: name,
                          lead: <Avatar person={{ id, name }} size="small" decorative />,
                        }))}
                        value={field.value}
                        onChange={(ids) => field.onChange([...ids])}
                        placeholder="Type a name"
                      />
                    </Field>
                  )}
                />
              </ScheduleColours>
            ) : null}
            <Controller
              control={control}
              name="note"
              render={({ field }) => (
                <Field label="Note" optional hint="Seen by the team." error={errors.note?.message}>
                  <TextInput {...field} />
                </Field>
              )}
            />
          </>
        )}
        <ProblemText text={command.problem} />
      </div>
    </Dialog>
  );
}

const shiftAt = (shifts: readonly PersonShift[], about: AskCoverDialogProps['about']) =>
  shifts.find((one) => about !== null && one.schedule.id === about.scheduleId && common(one, about) !== null);
