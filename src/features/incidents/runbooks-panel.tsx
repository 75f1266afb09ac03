/** The runbooks for this incident. Their steps become its tasks. */
import { memo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { Runbook } from '#domain/runbook/schema.ts';
import { isRunbookFor, stepTaskId } from '#domain/runbook/transitions.ts';
import { useRoomWrites, useTasks } from '#src/data/queries/incidents.ts';
import { useRunbooks } from '#src/data/queries/runbooks.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { useShowError } from './use-show-error.ts';
import styles from './tasks-panel.module.css';

/** Nothing where no runbook is for the incident. */
export const RunbooksPanel = memo(function RunbooksPanel({ incident }: { readonly incident: Incident }) {
  const { data, failure } = useView(useRunbooks());
  const runbooks = (data?.items ?? [])
    .map(({ value }) => value)
    .filter((runbook) => isRunbookFor(runbook, incident));
  if (failure) return <QueryProblem title="The runbooks can’t be read" failure={failure} />;
  if (runbooks.length === 0) return null;
  return (
    <Panel title="Runbooks" count={runbooks.length}>
      <ul className={styles.tasks}>
        {runbooks.map((runbook) => (
          <RunbookRow key={runbook.id} runbook={runbook} incident={incident} />
        ))}
      </ul>
    </Panel>
  );
});

interface RunbookRowProps {
  readonly runbook: Runbook;
  readonly incident: Incident;
}

function RunbookRow({ runbook, incident }: RunbookRowProps) {
  const writes = useRoomWrites(incident.id);
  const tasks = useTasks(incident.id).data?.items;
  const showError = useShowError();
  const may = useMay()('editTasks', incident);
  const known = new Map(tasks?.map(({ value }) => [`${value.id}`, value]));
  const missing = runbook.steps.filter((step) => !known.has(stepTaskId(runbook, step)));
  const done = runbook.steps.filter((step) => known.get(stepTaskId(runbook, step))?.done).length;
  const add = () => {
    for (const step of missing)
      writes
        .addTask(step.text, null, stepTaskId(runbook, step))
        .catch(showError(`The step “${step.text}” was not added`));
  };
  return (
    <li className={styles.task}>
      <span>
        {runbook.name}
        <br />
        {done} of {runbook.steps.length} steps done
      </span>
      {missing.length > 0 ? (
        <Button
          size="small"
          disabledReason={tasks === undefined ? 'The tasks are being read.' : !may.allowed && may.reason}
          onClick={add}
        >
          {missing.length === runbook.steps.length ? 'Add its steps' : 'Add the missing steps'}
        </Button>
      ) : null}
    </li>
  );
}
