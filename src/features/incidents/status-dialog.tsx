/** Confirmation of a status that ends something for everyone, with a note. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import type { Incident, IncidentStatus } from '#domain/incident/schema.ts';
import { countText } from '#domain/notice/text.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import { isApple } from '#src/ui/key-combo.ts';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { Leftover, useLeftover } from './leftover.tsx';
import { useShowError } from './use-show-error.ts';

const words: Partial<Record<IncidentStatus, { verb: string; means: string; note: string }>> = {
  resolved: {
    verb: 'Resolve',
    means: 'Open pages end and nobody is asked any more. It can be reopened.',
    note: 'What fixed it?',
  },
  closed: {
    verb: 'Close',
    means:
      'Its status, severity and roles stay as they are: this is final. Comments, tasks and files can still be added.',
    note: 'Closing note',
  },
  declined: {
    verb: 'Decline',
    means:
      'It was not an incident. Open pages end. This is final; comments, tasks and files can still be added.',
    note: 'Why was it not an incident?',
  },
};

export interface StatusDialogProps {
  readonly incident: Incident;
  readonly to: IncidentStatus;
  /** Whether a note is required. */
  readonly needsNote: boolean;
  readonly onClose: () => void;
}

export function StatusDialog({ incident, to, needsNote, onClose }: StatusDialogProps) {
  const leftover = useLeftover(incident.id, to);
  const [resolveAlerts, setResolveAlerts] = useState(false);
  const [draft, setDraft] = useDraft(`status.${incident.id}.${to}`);
  const { verb, means, note: label } = words[to] ?? { verb: 'Change to', means: '', note: 'Note' };
  const toasts = useToasts();
  const transition = useDialogCommand('transitionIncident', {
    close: onClose,
    queued: () => toasts.done('The change is queued', 'It is done when the connection is back.'),
    failedLater: useShowError()('The status was not changed'),
  });
  const account = 'Write what happened, and what changes because of it.';
  const note = v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => !needsNote || text !== '', account),
    v.maxLength(limits.comment, ({ input }) => `Shorten it by ${input.length - limits.comment} characters.`),
  );
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    mode: 'onChange',
    resolver: valibotResolver(v.object({ note })),
    defaultValues: { note: draft },
  });
  const submit = handleSubmit((fields) =>
    transition.send(
      {
        ...{ incidentId: incident.id, to, note: fields.note },
        ...(resolveAlerts && leftover.alertCount > 0 ? { resolveAlerts } : {}),
        ...(leftover.taskCount > 0 ? { leaveTasks: true } : {}),
      },
      () => setDraft(''),
    ),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = isApple() ? event.metaKey : event.ctrlKey;
    if (event.key !== 'Enter' || !mod || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} #${incident.number}?`}
      description={means}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            shortcut="mod+Enter"
            busy={transition.pending && 'Sending…'}
          >
            {leftover.taskCount > 0 ? `${verb} with ${countText(leftover.taskCount, 'open task')}` : verb}
          </Button>
        </>
      }
    >
      <Field
        label={label}
        optional={!needsNote}
        hint={needsNote ? `${account} It goes into the timeline.` : 'It goes into the timeline.'}
        error={errors.note?.message}
      >
        <TextArea
          rows={needsNote ? 5 : 3}
          {...register('note', {
            onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setDraft(event.target.value),
          })}
          onKeyDown={onKeyDown}
        />
      </Field>
      {leftover.taskCount > 0 ? (
        <Leftover
          title={`${countText(leftover.taskCount, 'task')} not done. They can’t be changed once it is closed.`}
          rows={leftover.tasks.map(({ id, text }) => ({ id, text }))}
          count={leftover.taskCount}
        />
      ) : null}
      {leftover.alertCount > 0 ? (
        <>
          <Leftover
            title={`${countText(leftover.alertCount, 'alert')} still active.`}
            rows={leftover.alerts.map(({ id, summary, status }) => ({ id, text: summary, status }))}
            count={leftover.alertCount}
          />
          <Checkbox
            label={leftover.alertCount === 1 ? 'Resolve it, too' : 'Resolve them, too'}
            hint={
              leftover.alertCount === 1
                ? 'Else it stays in the list of alerts until its sender resolves it.'
                : 'Else they stay in the list of alerts until their senders resolve them.'
            }
            checked={resolveAlerts}
            onChange={setResolveAlerts}
          />
        </>
      ) : null}
      <ProblemText text={transition.problem} />
    </Dialog>
  );
}
