/** One override: who stands in when, and the way to take it back. */
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

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
  const { id, scheduleId, startsAt, endsAt, userId, insteadOf } = override;
  const takeBack = () =>
    command.send({ overrideId: id }, () =>
      toasts.undo('The override is taken back', () =>
        again.mutate({ overrideId: docs.newId(), scheduleId, startsAt, endsAt, userId, insteadOf }),
      ),
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Override of “${schedule.name}”`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="danger"
            busy={command.pending && 'Taking back…'}
            disabledReason={!verdict.allowed && verdict.reason}
            onClick={takeBack}
          >
            Take back
          </Button>
        </>
      }
    >
      <DefinitionList
        items={[
          { term: 'On call', value: people.name(userId) },
          {
            term: 'In place of',
            value: insteadOf === null ? 'Whoever would be on call' : people.name(insteadOf),
          },
          { term: 'From', value: <Time at={startsAt} form="moment" /> },
          { term: 'Until', value: <Time at={endsAt} form="moment" /> },
          { term: 'Made by', value: people.name(override.createdBy) },
        ]}
      />
      <ProblemText text={command.problem} />
    </Dialog>
  );
}
