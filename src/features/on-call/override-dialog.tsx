/** Override of a time of a schedule: its person replaces the one on call. */
import { useState } from 'react';
import { isResponder } from '#domain/permissions.ts';
import { onCallAt, shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogForm } from '#src/data/client/dialog-form.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { momentText } from '#src/ui/time-format.ts';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './override.module.css';
import { takeOverFormSchema, type TakeOverValues, timesOf } from './override-values.ts';
import { fromLocal, type Span, toLocal } from './span.ts';
import { zoneHint } from './zone-hint.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

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
  const now = useRotaNow();
  const zone = versionAt(schedule, now).timezone;
  const mayForOthers = useMay()('coverForOthers');
  const takers = people.all.filter((one) => isResponder(one) && (mayForOthers.allowed || one.id === me.id));
  const context = { zone, now, startsNow };
  const spanOf = ({ from, to }: TakeOverValues): Span => ({
    startsAt: startsNow ? now : (fromLocal(from, zone) ?? Number.NaN),
    endsAt: fromLocal(to, zone) ?? Number.NaN,
  });
  const holdersOf = (values: TakeOverValues) => holdersIn(schedule, overrides, spanOf(values));
  const [options] = useState(() => lengthOptions(span, now, zone));
  const takeBack = useCommand('removeOverride', {
    onError: (error) => toasts.error('The override was not taken back', explain(error)),
  });
  const { clearErrors, control, element, foot, setValue, values } = useDialogForm<
    TakeOverValues,
    'createOverride'
  >({
    command: 'createOverride',
    draft: `take-over.${schedule.id}.${startsNow ? 'now' : span.startsAt}.${span.endsAt}`,
    start: () => ({
      ...timesOf(span, zone),
      ...(startsNow && { from: '' }),
      userId: isResponder(me) && onCallAt(schedule, overrides, span.startsAt) !== me.id ? me.id : '',
      insteadOf: '',
    }),
    accepts: (draft) => ['', ...takers.map(({ id }) => id)].includes(draft.values.userId),
    schemaOf: () => takeOverFormSchema(context),
    inputOf: (said) => ({
      ...{ overrideId: docs.newId(), scheduleId: schedule.id, ...spanOf(said), userId: said.userId },
      insteadOf: holdersOf(said).includes(said.insteadOf) ? said.insteadOf : null,
    }),
    fieldOf: (field, said) =>
      ({
        startsAt: startsNow ? ('to' as const) : ('from' as const),
        endsAt: 'to' as const,
        userId: 'userId' as const,
        insteadOf: holdersOf(said).length > 1 ? ('insteadOf' as const) : null,
      })[field] ?? null,
    toasts,
    queued: ['The override is queued', 'It is made when the connection is back.'],
    onClose,
    onDone: ({ overrideId, userId, endsAt }) =>
      toasts.undo(
        `${userId === me.id ? 'You take' : `${people.name(userId)} takes`} over until ${momentText(endsAt, mine)}`,
        () => takeBack.mutate({ overrideId }),
      ),
  });
  const { userId, from, to } = values;
  const holders = holdersOf(values);

  return (
    <FormDialog
      title={`Take over “${schedule.name}”`}
      description="Whoever is on call then stands back, and is on call again afterwards."
      form={{ element, foot }}
      submitLabel={userId === me.id || userId === '' ? 'Take over' : `Put ${people.name(userId)} on call`}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {startsNow ? (
          <SegmentedControl
            label="For how long"
            options={options}
            value={to}
            onChange={(next) => {
              setValue('to', next);
              clearErrors('to');
            }}
          />
        ) : (
          <FormField control={control} name="from" label="From" hint={zoneHint(from, zone, mine)}>
            {(field) => <TextInput type="datetime-local" {...field} />}
          </FormField>
        )}
        <FormField control={control} name="to" label="Until" hint={zoneHint(to, zone, mine)}>
          {(field) => <TextInput type="datetime-local" {...field} />}
        </FormField>
        <FormField
          control={control}
          name="userId"
          label="Who takes over"
          hint={mayForOthers.allowed ? undefined : mayForOthers.reason}
        >
          {({ value, onChange }) => (
            <Select
              options={takers.map(({ id, displayName }) => ({
                value: id as string,
                label: id === me.id ? `${displayName} (you)` : displayName,
              }))}
              value={value === '' ? null : value}
              onChange={onChange}
              placeholder="Choose somebody"
            />
          )}
        </FormField>
        {holders.length > 1 ? (
          <FormField control={control} name="insteadOf" label="In place of">
            {({ value, onChange }) => (
              <Select
                options={[
                  { value: '', label: 'Whoever is on call' },
                  ...holders.map((id) => ({ value: id, label: `Only ${people.name(id)}` })),
                ]}
                value={holders.includes(value) ? value : ''}
                onChange={onChange}
              />
            )}
          </FormField>
        ) : null}
      </div>
    </FormDialog>
  );
}

const holdersIn = (schedule: Schedule, overrides: readonly Override[], { startsAt, endsAt }: Span) =>
  startsAt < endsAt
    ? [...new Set(shiftsBetween(schedule, overrides, startsAt, endsAt).flatMap(({ userId }) => userId ?? []))]
    : [];

function lengthOptions({ endsAt }: Span, now: number, zone: string) {
  const hours = (count: number) => ({
    value: toLocal(now + count * hour, zone),
    label: `${count} hours`,
  });
  return [{ value: toLocal(endsAt, zone), label: 'Until the hand-over' }, hours(2), hours(8)];
}
