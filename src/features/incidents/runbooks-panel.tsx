/** The runbooks for this incident. Their steps become its tasks. */
import { memo, useMemo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { Runbook } from '#domain/runbook/schema.ts';
import { isRunbookFor, stepTaskId } from '#domain/runbook/transitions.ts';
import { useTasksById } from '#src/data/queries/room-lists.ts';
import { useRoomWrites } from '#src/data/queries/room-writes.ts';
import { useRunbooks } from '#src/data/queries/runbooks.ts';
import { useMay } from '#src/data/queries/team.tsx';
import type { Live } from '#src/data/client/documents.ts';
import { countOf, useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useShowError } from './use-show-error.ts';
import styles from './tasks-panel.module.css';

export const RunbooksPanel = memo(function RunbooksPanel({ incident }: { readonly incident: Incident }) {
  const runbooks = useView(useRunbooks());
  const matches = ({ value }: Live<Runbook>) => isRunbookFor(value, incident);
  return (
    <Panel title="Runbooks" count={countOf(runbooks, matches)}>
      <QueryView
        view={runbooks}
        failed="The runbooks can’t be read"
        loading={<Skeleton label="Loading the runbooks" shape="text" count={2} />}
        empty={<None />}
      >
        {({ items }) => {
          const found = items.filter(matches);
          if (found.length === 0) return <None />;
          return (
            <ul className={styles.tasks}>
              {found.map(({ value }) => (
                <RunbookRow key={value.id} runbook={value} incident={incident} />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Panel>
  );
});

const None = () => <p>None is for this severity and these services.</p>;

interface RunbookRowProps {
  readonly runbook: Runbook;
  readonly incident: Incident;
}

function RunbookRow({ runbook, incident }: RunbookRowProps) {
  const writes = useRoomWrites(incident.id);
  const stepIds = useMemo(() => runbook.steps.map((step) => stepTaskId(runbook, step)), [runbook]);
  const tasks = useTasksById(incident.id, stepIds);
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
