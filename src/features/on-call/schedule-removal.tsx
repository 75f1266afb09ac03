/** The question before a schedule is removed; one that a policy asks says which. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { scheduleRemovalFailure } from '#domain/schedule/transitions.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './schedule-screen.module.css';

export interface ScheduleRemovalProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

export function ScheduleRemoval({ schedule, onClose }: ScheduleRemovalProps) {
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const policies = usePolicies().data?.items.map((item) => item.value) ?? [];
  const inTheWay = scheduleRemovalFailure(policies, schedule.id);
  const command = useDialogCommand('removeSchedule', {
    close: onClose,
    queued: () => toasts.done('The removal is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The schedule was not removed', explain(error)),
  });
  const matches = typed.trim() === schedule.name;
  const reason = inTheWay ? inTheWay.error.message : !matches && 'Type the name of the schedule first.';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove “${schedule.name}”?`}
      onSubmit={() => {
        if (reason !== false) return;
        command.send({ scheduleId: schedule.id }, () => {
          navigate(links.onCall());
          toasts.done(`${schedule.name} is removed`);
        });
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            busy={command.pending && 'Removing…'}
            disabledReason={reason}
          >
            Remove schedule
          </Button>
        </>
      }
    >
      <div className={styles.danger}>
        {inTheWay ? (
          <p>{inTheWay.error.message}</p>
        ) : (
          <>
            <p>
              It can’t be brought back. Pages that are under way find nobody by it and go on to their next
              step.
            </p>
            <Field label={`Type “${schedule.name}” to remove it`}>
              <TextInput
                value={typed}
                spellCheck={false}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </Field>
          </>
        )}
        <ProblemText text={command.problem} />
      </div>
    </Dialog>
  );
}
