/** Form that asks for cover: whose shift, all of it or a part, whom, and a note. Typed values survive a reload and a failed save. */
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { spanText } from '#domain/notice/labels.ts';
import { isResponder } from '#domain/permissions.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogForm } from '#src/data/client/dialog-form.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import {
  askCoverSchema,
  type AskCoverValues,
  askedOf,
  askedSpan,
  fieldOfCover,
  shiftKey,
  valuesOfShift,
} from './ask-cover-values.ts';
import styles from './override.module.css';
import { type PersonShift, type Rotas, shiftsOfPerson } from './person-shifts.ts';
import { common, type Span } from './span.ts';
import { zoneHint } from './zone-hint.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

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
  const now = useRotaNow();
  /** Shifts are counted from here, so that a choice stays one. */
  const [openedAt] = useState(now);
  const mayForOthers = useMay()('coverForOthers').allowed;
  const shiftsOf = (userId: string) => shiftsOfPerson({ schedules, overrides }, userId, openedAt);
  const zoneOf = (shift: PersonShift | undefined) =>
    shift ? versionAt(shift.schedule, openedAt).timezone : mine;

  const startOf = (): AskCoverValues => {
    const shifts = shiftsOf(me.id);
    const shift = shiftAt(shifts, about) ?? shifts[0];
    return {
      ...{ userId: me.id, ...valuesOfShift(shift, about, zoneOf(shift)) },
      ...{ group: 'all', people: [], note: '' },
    };
  };
  const chosenOf = (said: AskCoverValues) => {
    const shifts = shiftsOf(said.userId);
    const shift = shifts.find((one) => shiftKey(one) === said.shift);
    return { shifts, shift, zone: zoneOf(shift) };
  };
  const words = (span: Span) => spanText(span, { now, timezone: mine });
  const cancel = useCommand('cancelCover', {
    onError: (error) => toasts.error('The request for cover was not cancelled', explain(error)),
  });
  const { clearErrors, control, element, errors, foot, setValue, values } = useDialogForm<
    AskCoverValues,
    'requestCover'
  >({
    command: 'requestCover',
    draft: about ? `cover.${about.scheduleId}.${about.endsAt}` : 'cover',
    start: startOf,
    accepts: (draft) => draft.values.userId === me.id || mayForOthers,
    schemaOf: (said) => {
      const { shifts, zone } = chosenOf(said);
      return askCoverSchema({ shifts: shifts.map(shiftKey), zone });
    },
    inputOf: (said) => {
      const { shift, zone } = chosenOf(said);
      const span = shift && askedSpan(said, shift, zone);
      if (!shift || !span) return null;
      const { userId, note } = said;
      const { startsAt, endsAt } = span;
      return {
        ...{ requestId: docs.newId(), scheduleId: shift.schedule.id, userId, note },
        ...{ startsAt, endsAt, asked: askedOf(said) },
      };
    },
    fieldOf: (field, said) => (field === 'userId' && !mayForOthers ? null : fieldOfCover(field, said)),
    toasts,
    queued: ['The request is queued', 'Cover is asked for when the connection is back.'],
    onClose,
    onDone: ({ requestId, scheduleId, ...span }) => {
      const name = schedules.find(({ id }) => id === scheduleId)?.name ?? 'a schedule';
      toasts.undo(`Cover is asked for: ${name}, ${words(span)}`, () => cancel.mutate({ requestId }));
    },
  });
  const { shifts, shift, zone } = chosenOf(values);

  const choose = (next: PersonShift | undefined) => {
    const { shift: key, length, from, to } = valuesOfShift(next, null, zoneOf(next));
    setValue('shift', key);
    setValue('length', length);
    setValue('from', from);
    setValue('to', to);
    clearErrors(['userId', 'shift', 'from', 'to']);
  };
  const others = people.all.filter((one) => isResponder(one) && one.id !== values.userId);
  const whose = values.userId === me.id ? 'You are' : `${people.name(values.userId)} is`;
  return (
    <FormDialog
      title="Ask for cover"
      description="The first to accept is on call then. Until somebody does, the rota stays as it is."
      form={{
        element,
        foot: {
          ...foot,
          busy: foot.busy && 'Asking…',
          disabledReason: shifts.length === 0 && `${whose} not on call in the next four weeks.`,
        },
      }}
      submitLabel="Ask for cover"
      onClose={onClose}
    >
      <div className={styles.fields}>
        {mayForOthers ? (
          <FormField control={control} name="userId" label="Whose shift">
            {(field) => (
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
            )}
          </FormField>
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
                  <FormField
                    key={name}
                    control={control}
                    name={name}
                    label={name === 'from' ? 'From' : 'Until'}
                    hint={zoneHint(values[name], zone, mine)}
                  >
                    {(field) => <TextInput type="datetime-local" {...field} />}
                  </FormField>
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
                <FormField control={control} name="people" label="People">
                  {(field) => (
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
                  )}
                </FormField>
              </ScheduleColours>
            ) : null}
            <FormField control={control} name="note" label="Note" optional hint="Seen by the team.">
              {(field) => <TextInput {...field} />}
            </FormField>
          </>
        )}
      </div>
    </FormDialog>
  );
}

const shiftAt = (shifts: readonly PersonShift[], about: AskCoverDialogProps['about']) =>
  shifts.find((one) => about !== null && one.schedule.id === about.scheduleId && common(one, about) !== null);
