/** Two incidents that turn out to be one. */
import { useState } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useLocation } from 'wouter';
import { useShowError } from './use-show-error.ts';

export function MergeDialog({
  incident,
  onClose,
}: {
  readonly incident: Incident;
  readonly onClose: () => void;
}) {
  const [, navigate] = useLocation();
  const toasts = useToasts();
  const merge = useDialogCommand('mergeIncidents', {
    close: onClose,
    queued: () => toasts.done('The merge is queued', 'It is done when the connection is back.'),
    failedLater: useShowError()('The incidents were not merged'),
  });
  const [intoId, setIntoId] = useState<string | null>(null);
  const live = useView(useLiveIncidents());
  const others = (live.data?.items ?? []).map(({ value }) => value).filter(({ id }) => id !== incident.id);
  const into = others.find(({ id }) => id === intoId);

  const submit = () => {
    if (!into) return;
    merge.send({ incidentId: incident.id, intoId: into.id }, () => navigate(links.incident(into.number)));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge #${incident.number} into another incident?`}
      description="Work goes on in the other room. This one ends, its pages too; its timeline stays readable. This can’t be taken back."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={merge.pending && 'Merging…'}
            disabledReason={!into && 'Choose the incident it belongs to.'}
          >
            Merge
          </Button>
        </>
      }
    >
      <QueryView
        view={live}
        failed="The live incidents can’t be read"
        loading={<Skeleton label="Loading the live incidents" shape="text" count={2} />}
      >
        {() => (
          <Field
            label="It belongs to"
            hint={others.length === 0 ? 'There is no other live incident.' : into && whoSees(incident, into)}
          >
            <Select
              options={others.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` }))}
              value={intoId}
              onChange={setIntoId}
              placeholder="Choose an incident"
            />
          </Field>
        )}
      </QueryView>
      <ProblemText text={merge.problem} />
    </Dialog>
  );
}

/** Effect of a merge on visibility; undefined for none. */
function whoSees(from: Incident, into: Incident): string | undefined {
  if (from.private === into.private) return undefined;
  return from.private
    ? `Everyone in the team will see the alerts of #${from.number}: #${into.number} is not private. What was written in #${from.number} stays private.`
    : `Only the people of #${into.number}, those of #${from.number} and owners will see the alerts from then on: #${into.number} is private.`;
}
