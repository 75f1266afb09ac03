/** Deletion of the team, confirmed by its name. */
import { useId, useState } from 'react';
import { constants } from '#domain/constants.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './settings.module.css';

export function DangerSection() {
  const { team } = useTeam();
  const [asked, setAsked] = useState(false);
  const verdict = useMayRun()('deleteTeam');
  const reason = verdict.allowed
    ? team.demonstration && 'A demonstration team can’t be deleted: others look around in it.'
    : verdict.reason;
  return (
    <Panel title="Danger zone" frame="box">
      <div className={styles.danger}>
        <p className={styles.title}>Delete this team</p>
        <Consequences />
        <Button variant="danger" disabledReason={reason} onClick={() => setAsked(true)}>
          Delete {team.name}…
        </Button>
      </div>
      {asked ? <Deletion onClose={() => setAsked(false)} /> : null}
    </Panel>
  );
}

const Consequences = () => (
  <ul className={styles.consequences}>
    <li>At once: pages end, keys of senders are refused, and nobody reads or changes anything in it.</li>
    <li>Everybody in it is told, on their devices and when they open it.</li>
    <li>For {constants.teamGraceDays} days an owner can restore it. Pages that ended stay ended.</li>
    <li>After that incidents, files and everything else are gone for good. Its slug is never used again.</li>
  </ul>
);

function Deletion({ onClose }: { readonly onClose: () => void }) {
  const { team } = useTeam();
  const toasts = useToasts();
  const [typed, setTyped] = useState('');
  const listId = useId();
  const command = useDialogCommand('deleteTeam', {
    close: onClose,
    queued: () => toasts.done('Deleting is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`${team.name} was not deleted`, explain(error)),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete ${team.name}?`}
      onSubmit={() => {
        if (typed.trim() === team.name) command.send({ name: typed });
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            busy={command.pending && 'Deleting…'}
            disabledReason={typed.trim() !== team.name && 'Type the name of the team first.'}
          >
            Delete team
          </Button>
        </>
      }
    >
      <div className={styles.confirm}>
        <div id={listId}>
          <Consequences />
        </div>
        <Field label={`Type “${team.name}” to delete it`}>
          <TextInput
            value={typed}
            spellCheck={false}
            aria-describedby={listId}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
      </div>
      <ProblemText text={command.problem} />
    </Dialog>
  );
}
