/** Screen of one schedule: its calendar, the outlook on the next weeks, its layers, and the link to its form. */
import { useMemo, useState } from 'react';
import { day } from '#domain/constants.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useOverrides, useRotaNow, useSchedules } from '#src/data/queries/on-call.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EntityView } from '#src/components/entity-view.tsx';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useAddressPosition } from './calendar-position.ts';
import { LayerSummaries } from './layer-summaries.tsx';
import { NowText } from './now-text.tsx';
import { Outlook } from './outlook.tsx';
import { OverrideDialog } from './override-dialog.tsx';
import { OverrideSheet } from './override-sheet.tsx';
import { PlannedChanges } from './planned-changes.tsx';
import { ScheduleCalendar } from './schedule-calendar.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRemoval } from './schedule-removal.tsx';
import styles from './schedule-screen.module.css';
import type { Span } from './span.ts';
import { TakeOver } from './take-over.tsx';

export function ScheduleScreen({ scheduleId }: { readonly scheduleId: string }) {
  const schedules = useSchedules();
  const overrides = useOverrides();
  const view = useView({
    data: schedules.data &&
      overrides.data && { ...schedules.data, overrides: overrides.data.items.map(({ value }) => value) },
    error: schedules.error ?? overrides.error,
  });
  return (
    <EntityView
      view={view}
      id={scheduleId}
      noun="schedule"
      all={{ label: 'All schedules', href: links.onCall() }}
      rows={6}
    >
      {(schedule, { items, overrides: lasting }) => (
        <ScheduleColours key={scheduleId} schedule={schedule} overrides={lasting}>
          <SchedulePage schedule={schedule} schedules={items.map(({ value }) => value)} overrides={lasting} />
        </ScheduleColours>
      )}
    </EntityView>
  );
}

interface SchedulePageProps {
  readonly schedule: Schedule;
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
}

/** Open dialog or sheet. */
type Opened =
  | { readonly kind: 'pick'; readonly span: Span }
  | { readonly kind: 'override'; readonly override: Override }
  | { readonly kind: 'removal' };

function SchedulePage({ schedule, schedules, overrides }: SchedulePageProps) {
  const [editing, setEditing] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const toasts = useToasts();
  const control = useAddressPosition();
  const now = useRotaNow();
  const mayRun = useMayRun();
  const changes = mayRun('saveSchedule');
  const disabledReason = !changes.allowed && changes.reason;
  const own = useMemo(
    () => overrides.filter((one) => one.scheduleId === schedule.id),
    [overrides, schedule.id],
  );
  const [current] = shiftsBetween(schedule, own, now, now + 14 * day);
  const takes = mayRun('createOverride');
  const { timezone, layers } = versionAt(schedule, now);
  const pick = (span: Span) => {
    if (takes.allowed) setOpened({ kind: 'pick', span });
    else toasts.error('You can’t take this over', takes.reason);
  };
  const close = () => setOpened(null);
  const mover = useCommand('moveOverride', {
    onError: (error) => toasts.error('The override was not moved', explain(error)),
  });
  const move = (override: Override, { startsAt, endsAt }: Span) => {
    const verdict = mayRun('moveOverride', override);
    if (!verdict.allowed) {
      toasts.error('You can’t move this override', verdict.reason);
      return;
    }
    const { id: overrideId } = override;
    const back = { overrideId, startsAt: override.startsAt, endsAt: override.endsAt };
    mover.mutate(
      { overrideId, startsAt, endsAt },
      { onSuccess: () => toasts.undo('The override is moved', () => mover.mutate(back)) },
    );
  };
  return (
    <div>
      <PageHeader
        title={schedule.name}
        description={<NowText schedule={schedule} overrides={own} now={now} timezone={timezone} />}
        actions={
          editing ? undefined : (
            <>
              {current ? <TakeOver schedule={schedule} overrides={own} current={current} /> : null}
              <Button disabledReason={disabledReason} onClick={() => setEditing(true)}>
                Edit
              </Button>
            </>
          )
        }
      />
      <div className={styles.page}>
        {editing ? null : (
          <Panel title="Calendar" frame="box">
            <ScheduleCalendar
              schedule={schedule}
              overrides={own}
              control={control}
              onPick={pick}
              onOverride={(override) => setOpened({ kind: 'override', override })}
              onMove={move}
            />
          </Panel>
        )}
        {editing ? (
          <ScheduleForm
            schedule={schedule}
            onSaved={() => setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <div className={styles.columns}>
            <div className={styles.column}>
              <LayerSummaries layers={layers} timezone={timezone} />
              <PlannedChanges schedule={schedule} now={now} />
              <Panel title="Danger zone" frame="box">
                <div className={styles.danger}>
                  <p>Without the schedule nobody is on call by it. Its overrides go with it.</p>
                  <Button
                    variant="danger"
                    disabledReason={disabledReason}
                    onClick={() => setOpened({ kind: 'removal' })}
                  >
                    Remove {schedule.name}…
                  </Button>
                </div>
              </Panel>
            </div>
            <div className={styles.column}>
              <Outlook
                schedule={schedule}
                schedules={schedules}
                overrides={overrides}
                timezone={timezone}
                from={now}
              />
            </div>
          </div>
        )}
      </div>
      {opened?.kind === 'pick' ? (
        <OverrideDialog schedule={schedule} overrides={own} span={opened.span} onClose={close} />
      ) : null}
      {opened?.kind === 'override' ? (
        <OverrideSheet schedule={schedule} override={opened.override} onClose={close} />
      ) : null}
      {opened?.kind === 'removal' ? <ScheduleRemoval schedule={schedule} onClose={close} /> : null}
    </div>
  );
}
