/** The team's runbooks: for which incidents, and with which steps. Admins write them. */
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Runbook } from '#domain/runbook/schema.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useRunbooks } from '#src/data/queries/runbooks.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { DefinitionList, PageHeader, Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { RunbookDialog } from './runbook-dialog.tsx';

/** Open dialog: the form of a runbook (null: of a new one), or the confirmation of a removal. */
type Opened =
  | { readonly kind: 'form'; readonly runbook: Runbook | null }
  | { readonly kind: 'removal'; readonly runbook: Runbook };

export function RunbooksScreen() {
  const runbooks = useView(useRunbooks());
  const [opened, setOpened] = useState<Opened | null>(null);
  /** Present version of a runbook; a removed one, as it was. */
  const latest = (runbook: Runbook): Runbook =>
    runbooks.data?.items.find(({ value }) => value.id === runbook.id)?.value ?? runbook;
  const verdict = useMayRun()('saveRunbook');
  const disabledReason = !verdict.allowed && verdict.reason;
  const add = (
    <Button
      variant="primary"
      disabledReason={disabledReason}
      onClick={() => setOpened({ kind: 'form', runbook: null })}
    >
      New runbook
    </Button>
  );
  return (
    <ScreenColumn>
      <PageHeader
        title="Runbooks"
        description="Checklists that incidents get by their severity and services."
        actions={(runbooks.data?.items.length ?? 0) > 0 ? add : undefined}
      />
      <QueryView
        view={runbooks}
        failed="The runbooks can’t be read"
        loading={<Skeleton label="Loading the runbooks" shape="rows" count={4} />}
        empty={
          <EmptyState icon={<ListChecks className="icon" />} title="No runbooks yet" action={add}>
            Write down what to do when a service fails. The steps are offered in the room of each incident
            that they are for.
          </EmptyState>
        }
        size="screen"
      >
        {({ items }) =>
          items.map(({ value }) => (
            <RunbookPanel key={value.id} runbook={value} disabledReason={disabledReason} open={setOpened} />
          ))
        }
      </QueryView>
      {opened?.kind === 'form' ? (
        <RunbookDialog runbook={opened.runbook && latest(opened.runbook)} onClose={() => setOpened(null)} />
      ) : null}
      {opened?.kind === 'removal' ? (
        <Removal runbook={opened.runbook} onClose={() => setOpened(null)} />
      ) : null}
    </ScreenColumn>
  );
}

interface RunbookPanelProps {
  readonly runbook: Runbook;
  readonly disabledReason: string | false;
  readonly open: (opened: Opened) => void;
}

function RunbookPanel({ runbook, disabledReason, open }: RunbookPanelProps) {
  const { name, severities, serviceIds, steps } = runbook;
  const services = useServices().data?.items ?? [];
  const serviceName = (id: string) =>
    services.find(({ value }) => value.id === id)?.value.name ?? 'A service that is gone';
  return (
    <Panel
      title={name}
      frame="box"
      count={steps.length}
      actions={
        <>
          <IconButton
            label={`Edit ${name}`}
            icon={<Pencil className="icon" />}
            disabledReason={disabledReason}
            onClick={() => open({ kind: 'form', runbook })}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash className="icon" />}
            disabledReason={disabledReason}
            onClick={() => open({ kind: 'removal', runbook })}
          />
        </>
      }
    >
      <DefinitionList
        items={[
          { term: 'Severity', value: severities.length === 0 ? 'Any' : severities.join(', ') },
          {
            term: 'Services',
            value: serviceIds.length === 0 ? 'Any' : serviceIds.map(serviceName).join(', '),
          },
          { term: 'Steps', value: <Steps steps={steps} /> },
        ]}
      />
    </Panel>
  );
}

const Steps = ({ steps }: Pick<Runbook, 'steps'>) => (
  <ol>
    {steps.map(({ id, text }, index) => (
      <li key={id}>
        {index + 1}. {text}
      </li>
    ))}
  </ol>
);

function Removal({ runbook, onClose }: { readonly runbook: Runbook; readonly onClose: () => void }) {
  const toasts = useToasts();
  const removal = useDialogCommand('removeRunbook', {
    close: onClose,
    queued: () => toasts.done('The removal is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The runbook was not removed', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove “${runbook.name}”?`}
      confirmLabel="Remove runbook"
      danger
      busy={removal.pending && 'Removing…'}
      problem={removal.problem}
      onConfirm={() => removal.send({ runbookId: runbook.id })}
    >
      It can’t be brought back. Tasks that incidents have of it stay.
    </ConfirmDialog>
  );
}
