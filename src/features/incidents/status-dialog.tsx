/** One last word before something ends for everyone. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { limits } from '#domain/constants.ts';
import type { Incident, IncidentStatus } from '#domain/incident/schema.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { isApple } from '#src/ui/key-combo.ts';
import { TextArea } from '#src/ui/text-input.tsx';

const words: Partial<Record<IncidentStatus, { verb: string; means: string; note: string }>> = {
  resolved: {
    verb: 'Resolve',
    means: 'Open pages end and nobody is asked any more. It can be reopened.',
    note: 'What fixed it?',
  },
  closed: { verb: 'Close', means: 'Nothing more can be changed in it. This is final.', note: 'Closing note' },
  declined: {
    verb: 'Decline',
    means: 'It was no incident after all. Open pages end. This is final.',
    note: 'Why was it none?',
  },
};

export interface StatusDialogProps {
  readonly incident: Incident;
  readonly to: IncidentStatus;
  /** It can't be done without a note. */
  readonly needsNote: boolean;
  /** Rejects when it was refused; the note is kept then. */
  readonly onGo: (to: IncidentStatus, note: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function StatusDialog({ incident, to, needsNote, onGo, onClose }: StatusDialogProps) {
  const [note, setNote] = useDraft(`status.${incident.id}.${to}`);
  const { verb, means, note: label } = words[to] ?? { verb: 'Change to', means: '', note: 'Note' };
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const missing = needsNote && note.trim() === '';
  const tooLong = note.length > limits.comment;
  const account = 'Write what happened, and what changes because of it.';

  const submit = () => {
    setTried(true);
    if (missing || tooLong) return field.current?.focus();
    onGo(to, note.trim()).then(
      () => setNote(''),
      () => undefined,
    );
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = isApple() ? event.metaKey : event.ctrlKey;
    if (event.key !== 'Enter' || !mod || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${verb} #${incident.number}?`}
      description={means}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" shortcut="mod+Enter">
            {verb}
          </Button>
        </>
      }
    >
      <Field
        label={label}
        optional={!needsNote}
        hint={needsNote ? `${account} It goes into the timeline.` : 'It goes into the timeline.'}
        error={
          tooLong
            ? `Shorten it by ${note.length - limits.comment} characters.`
            : tried && missing
              ? account
              : undefined
        }
      >
        <TextArea
          ref={field}
          rows={needsNote ? 5 : 3}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
    </Dialog>
  );
}
