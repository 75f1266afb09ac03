/** Acknowledges or resolves several alerts, each with a command of its own. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { unacknowledgedStatuses, unresolvedStatuses } from '#domain/alert/status.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { useCommandBatch } from '#src/data/client/command-batch.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useUnderWay } from './under-way.ts';

type AnswerName = 'acknowledgeAlert' | 'resolveAlert';
const words = {
  acknowledgeAlert: { done: 'acknowledged', note: 'They are assigned to you.' },
  resolveAlert: { done: 'resolved', note: undefined },
} as const satisfies Readonly<Record<AnswerName, object>>;

interface AnswerSelectedProps {
  readonly alerts: readonly Alert[];
  readonly onChange: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

export function AnswerSelected({ alerts, onChange }: AnswerSelectedProps) {
  const mayRun = useMayRun();
  const underWay = useUnderWay();
  const [asking, setAsking] = useState(false);
  /** Alerts of the open confirmation. */
  const [asked, setAsked] = useState<readonly Alert[]>([]);
  const acknowledge = useAnswer('acknowledgeAlert', onChange);
  const resolve = useAnswer('resolveAlert', onChange);

  /** Alerts that allow the command, and the reason if none does. */
  const forCommand = (name: AnswerName, statuses: readonly Alert['status'][], none: string) => {
    const fitting = alerts.filter(({ status }) => statuses.includes(status));
    const verdicts = fitting.map((alert) => mayRun(name, alert));
    const allowed = fitting.filter((_, index) => verdicts[index]?.allowed);
    const answerable = allowed.filter(({ id }) => underWay(id) === undefined);
    const refused = verdicts.find((verdict) => !verdict.allowed);
    const reason: string | false =
      answerable.length > 0
        ? false
        : allowed.length > 0
          ? 'The previous commands are still pending.'
          : refused?.allowed === false
            ? refused.reason
            : none;
    return { answerable, reason };
  };
  const open = forCommand('acknowledgeAlert', unacknowledgedStatuses, 'None of the selected alerts is open.');
  const live = forCommand('resolveAlert', unresolvedStatuses, 'The selected alerts are resolved already.');
  const count = asked.length;
  return (
    <>
      <Button
        disabledReason={resolve.busy ? 'The selected alerts are being resolved.' : open.reason}
        busy={acknowledge.busy && 'Acknowledging…'}
        onClick={() => acknowledge.send(open.answerable)}
      >
        Acknowledge {open.answerable.length}
      </Button>
      <Button
        disabledReason={acknowledge.busy ? 'The selected alerts are being acknowledged.' : live.reason}
        busy={resolve.busy && 'Resolving…'}
        onClick={() => {
          setAsked(live.answerable);
          setAsking(true);
        }}
      >
        Resolve {live.answerable.length}…
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={count === 1 ? 'Resolve this alert?' : `Resolve these ${count} alerts?`}
        confirmLabel={count === 1 ? 'Resolve alert' : `Resolve ${count} alerts`}
        onConfirm={() => {
          setAsking(false);
          resolve.send(asked);
        }}
      >
        Nobody is paged about {count === 1 ? 'it' : 'them'} any more. This can’t be undone: what still fails
        opens a new alert with its next message.
      </ConfirmDialog>
    </>
  );
}

/** Sends the commands and reports their outcome; alerts that failed stay selected. */
function useAnswer(name: AnswerName, onChange: AnswerSelectedProps['onChange']) {
  const batch = useCommandBatch(name);
  const toasts = useToasts();
  const offline = useConnected() === false;
  const { done, note } = words[name];

  const send = async (alerts: readonly Alert[]): Promise<void> => {
    const ids = alerts.map(({ id }) => id);
    const without = (selected: ReadonlySet<string>) =>
      new Set([...selected].filter((id) => !ids.includes(id)));
    if (offline) {
      onChange(without);
      toasts.done(
        `${counted(ids.length)} will be ${done}`,
        'The commands are queued, and sent when the connection is back.',
      );
    }
    const failed = await batch(ids.map((alertId) => ({ alertId })));
    const failedIds = failed.map(({ input }) => input.alertId);
    onChange((selected) => new Set([...without(selected), ...failedIds]));
    if (failed.length === 0) {
      toasts.done(`${counted(ids.length)} ${done}`, note);
      return;
    }
    const reasons = [...new Set(failed.map(({ error }) => explain(error)))];
    toasts.error(
      `${failed.length} of ${counted(ids.length)} ${failed.length === 1 ? 'was' : 'were'} not ${done}`,
      reasons.join(' '),
    );
  };
  const { mutate, isPending } = useMutation({ mutationFn: send, networkMode: 'always' });
  return { send: mutate, busy: isPending && !offline };
}

const counted = (count: number): string => (count === 1 ? '1 alert' : `${count} alerts`);
