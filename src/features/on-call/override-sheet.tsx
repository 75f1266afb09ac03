/** An override: its person and times, a move, and the removal. */
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { zoneText } from '#domain/timezone.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDialogForm } from '#src/data/client/dialog-form.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { type FormTimes, spanOfTimes } from './form-times.ts';
import styles from './override.module.css';
import { moveFormSchema, timesOf } from './override-values.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export interface OverrideSheetProps {
  readonly schedule: Schedule;
  readonly override: Override;
  readonly onClose: () => void;
}

export function OverrideSheet({ schedule, override, onClose }: OverrideSheetProps) {
  const people = usePeople();
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const verdict = useMayRun()('removeOverride', override);
  const again = useCommand('createOverride', {
    onError: (error) => toasts.error('The override was not made again', explain(error)),
  });
  const command = useDialogCommand('removeOverride', {
    close: onClose,
    queued: () => toasts.done('Taking back is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The override was not taken back', explain(error)),
  });
  const now = useRotaNow();
  const zone = versionAt(schedule, now).timezone;
  const saved = timesOf(override, zone);
  const { changed, control, element, foot } = useDialogForm<FormTimes, 'moveOverride'>({
    command: 'moveOverride',
    draft: `override.${override.id}`,
    start: () => saved,
    accepts: ({ from }) => from.from === saved.from && from.to === saved.to,
    schemaOf: () => moveFormSchema(zone),
    inputOf: (times) => {
      const span = spanOfTimes(times, zone);
      return span && { overrideId: override.id, ...span };
    },
    fieldOf: (field) => ({ startsAt: 'from' as const, endsAt: 'to' as const })[field] ?? null,
    toasts,
    queued: ['The change is queued', 'It is made when the connection is back.'],
    onClose,
    onDone: () => undefined,
  });
  const { id, scheduleId, startsAt, endsAt, userId, insteadOf } = override;
  const takeBack = () =>
    command.send({ overrideId: id }, () =>
      toasts.undo('The override is taken back', () =>
        again.mutate({ overrideId: docs.newId(), scheduleId, startsAt, endsAt, userId, insteadOf }),
      ),
    );
  const begun = startsAt < now;
  const disabledReason = !verdict.allowed && verdict.reason;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Override of “${schedule.name}”`}
      formRef={element.ref}
      onSubmit={element.onSubmit}
      footer={
        <>
          <Button
            onClick={() => {
              foot.forget();
              onClose();
            }}
          >
            Close
          </Button>
          <Button
            variant="danger"
            busy={command.pending && 'Taking back…'}
            disabledReason={disabledReason}
            onClick={takeBack}
          >
            Take back
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={foot.busy}
            disabledReason={disabledReason || (!changed && 'Nothing is changed yet.')}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <DefinitionList
          items={[
            { term: 'On call', value: people.name(userId) },
            {
              term: 'In place of',
              value: insteadOf === null ? 'Whoever would be on call' : people.name(insteadOf),
            },
            { term: 'Made by', value: people.name(override.createdBy) },
          ]}
        />
        <FormField control={control} name="from" label="From" hint={begun ? 'It has begun.' : zoneText(zone)}>
          {(field) => <TextInput type="datetime-local" {...field} readOnly={begun || !verdict.allowed} />}
        </FormField>
        <FormField control={control} name="to" label="Until" hint={zoneText(zone)}>
          {(field) => <TextInput type="datetime-local" {...field} readOnly={!verdict.allowed} />}
        </FormField>
        <ProblemText text={foot.problem ?? command.problem} />
      </div>
    </Dialog>
  );
}
