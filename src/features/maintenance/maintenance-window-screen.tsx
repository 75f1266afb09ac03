/** Screen of one maintenance window: times, services, and its end. */
import { useMemo, useState } from 'react';
import type { Maintenance } from '#domain/maintenance/schema.ts';
import { spanFrom } from '#domain/maintenance/window.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useMaintenance, useMaintenanceNow } from '#src/data/queries/maintenance.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { EntityView } from '#src/components/entity-view.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DefinitionList, PageHeader, Panel } from '#src/ui/panel.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './maintenance.module.css';
import { MaintenanceForm } from './maintenance-form.tsx';
import { useScopeWords } from './maintenance-screen.tsx';
import { maintenanceValuesOf, recurrenceWords } from './maintenance-values.ts';

export function MaintenanceWindowScreen({ maintenanceId }: { readonly maintenanceId: string }) {
  const view = useView(useMaintenance());
  return (
    <EntityView
      view={view}
      id={maintenanceId}
      noun="maintenance window"
      all={{ label: 'All maintenance', href: links.maintenance() }}
      missing="The link is of another team, or not complete."
      rows={3}
    >
      {(window) => <WindowPage key={maintenanceId} window={window} />}
    </EntityView>
  );
}

function WindowPage({ window }: { readonly window: Maintenance }) {
  const [editing, setEditing] = useState(false);
  const [askingToEnd, setAskingToEnd] = useState(false);
  const now = useMaintenanceNow(useMemo(() => [window], [window]));
  const span = spanFrom(window, now);
  const verdict = useMayRun()('saveMaintenance');
  const disabledReason = verdict.allowed ? span === null && 'This window is over.' : verdict.reason;
  return (
    <div>
      <PageHeader
        title={window.name}
        description="Maintenance"
        actions={
          editing ? undefined : (
            <Button disabledReason={disabledReason} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )
        }
      />
      <div className={styles.page}>
        <Panel title={editing ? 'Edit the window' : 'Window'} frame="box">
          {editing ? (
            <MaintenanceForm
              window={window}
              start={maintenanceValuesOf(window)}
              onSaved={() => setEditing(false)}
              onCancel={() => setEditing(false)}
            />
          ) : (
            <Overview window={window} now={now} />
          )}
        </Panel>
        {span === null ? null : (
          <Panel title="End" frame="box">
            <p>What still fires is paged for at its end, also when it is ended early.</p>
            <div className={styles.foot}>
              <Button variant="danger" disabledReason={disabledReason} onClick={() => setAskingToEnd(true)}>
                {span.startsAt <= now ? 'End now…' : 'Cancel the window…'}
              </Button>
            </div>
          </Panel>
        )}
      </div>
      {askingToEnd ? (
        <Ending
          window={window}
          isActive={span !== null && span.startsAt <= now}
          onClose={() => setAskingToEnd(false)}
        />
      ) : null}
    </div>
  );
}

function Overview({ window, now }: { readonly window: Maintenance; readonly now: number }) {
  const { matchers, recurrence, endedAt, createdBy } = window;
  const people = usePeople();
  const scopeOf = useScopeWords();
  const span = spanFrom(window, now);
  return (
    <DefinitionList
      items={[
        {
          term: 'State',
          value:
            span === null ? (
              'Over'
            ) : span.startsAt <= now ? (
              <Badge tone="caution">Active: pages are held</Badge>
            ) : (
              'Planned'
            ),
        },
        { term: 'For', value: scopeOf(window) },
        ...(matchers.length > 0
          ? [
              {
                term: 'Only alerts with',
                value: matchers.map(({ label, value }) => `${label}: ${value}`).join(', '),
              },
            ]
          : []),
        { term: 'From', value: <Time at={span?.startsAt ?? window.startsAt} form="moment" /> },
        { term: 'Until', value: <Time at={span?.endsAt ?? endedAt ?? window.endsAt} form="moment" /> },
        ...(recurrence === null ? [] : [{ term: 'Again', value: recurrenceWords(recurrence) }]),
        { term: 'Planned by', value: people.name(createdBy) },
      ]}
    />
  );
}

interface EndingProps {
  readonly window: Maintenance;
  readonly isActive: boolean;
  readonly onClose: () => void;
}

function Ending({ window: { id, name, recurrence }, isActive, onClose }: EndingProps) {
  const toasts = useToasts();
  const end = useDialogCommand('endMaintenance', {
    close: onClose,
    queued: () => toasts.done('Ending is queued', 'The window ends when the connection is back.'),
    failedLater: (error) => toasts.error('The maintenance was not ended', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isActive ? `End ${name} now?` : `Cancel ${name}?`}
      confirmLabel={isActive ? 'End maintenance' : 'Cancel maintenance'}
      cancelLabel="Keep it"
      danger
      busy={end.pending && 'Ending…'}
      problem={end.problem}
      onConfirm={() => end.send({ maintenanceId: id }, () => toasts.done('Maintenance ended'))}
    >
      {isActive
        ? 'The alerts that it holds and that still fire page people within a minute.'
        : 'It does not take place.'}
      {recurrence === null ? '' : ' The times to come are cancelled, too.'} This can’t be undone.
    </ConfirmDialog>
  );
}
