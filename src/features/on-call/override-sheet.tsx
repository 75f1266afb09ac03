/** One override: its person and times, a move, and the removal. */
import { useState } from 'react';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './override.module.css';
import { fromLocal, toLocal } from './span.ts';

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
  const now = useServerNow(60_000);
  const zone = versionAt(schedule, now).timezone;
  const [from, setFrom] = useState(toLocal(override.startsAt, zone));
  const [to, setTo] = useState(toLocal(override.endsAt, zone));
  const [problem, setProblem] = useState<string | null>(null);
  const move = useDialogCommand('moveOverride', {
    close: onClose,
    queued: () => toasts.done('The change is queued', 'It is made when the connection is back.'),
    failedLater: (error) => toasts.error('The override was not moved', explain(error)),
  });
  const { id, scheduleId, startsAt, endsAt, userId, insteadOf } = override;
  const takeBack = () =>
    command.send({ overrideId: id }, () =>
      toasts.undo('The override is taken back', () =>
        again.mutate({ overrideId: docs.newId(), scheduleId, startsAt, endsAt, userId, insteadOf }),
      ),
    );
  const begun = startsAt < now;
  const unchanged = from === toLocal(startsAt, zone) && to === toLocal(endsAt, zone);
  const save = () => {
    const [nextStart, nextEnd] = [fromLocal(from, zone), fromLocal(to, zone)];
    const fault =
      nextStart === null || nextEnd === null
        ? 'Fill in the date and the time.'
        : nextEnd <= nextStart
          ? 'The end comes after the start. Choose a later end.'
          : null;
    setProblem(fault);
    if (fault === null) move.send({ overrideId: id, startsAt: nextStart ?? 0, endsAt: nextEnd ?? 0 });
  };
  const disabledReason = !verdict.allowed && verdict.reason;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Override of “${schedule.name}”`}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
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
            busy={move.pending && 'Saving…'}
            disabledReason={disabledReason || (unchanged && 'Nothing is changed yet.')}
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
        <Field label="From" hint={begun ? 'It has begun.' : zone.replaceAll('_', ' ')}>
          <TextInput
            type="datetime-local"
            value={from}
            readOnly={begun || !verdict.allowed}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field label="Until" hint={zone.replaceAll('_', ' ')}>
          <TextInput
            type="datetime-local"
            value={to}
            readOnly={!verdict.allowed}
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        <ProblemText text={problem ?? move.problem ?? command.problem} />
      </div>
    </Dialog>
  );
}
