/** Versions of a schedule that are to take effect, and the way to discard them. */
import type { Schedule } from '#domain/schedule/schema.ts';
import { versionAt, versionsAfter } from '#domain/schedule/versions.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { LayerSummaries } from './layer-summaries.tsx';
import styles from './schedule-screen.module.css';

export function PlannedChanges({ schedule, now }: { readonly schedule: Schedule; readonly now: number }) {
  const planned = versionsAfter(schedule, now);
  const toasts = useToasts();
  const verdict = useMayRun()('saveSchedule');
  const save = useCommand('saveSchedule', {
    onSuccess: () => toasts.done('The planned changes are discarded'),
  });
  if (planned.length === 0) return null;
  const { timezone, layers } = versionAt(schedule, now);
  const discard = () =>
    save.mutate({
      scheduleId: schedule.id,
      name: schedule.name,
      timezone,
      layers,
      takesEffectAt: null,
      expectedRevision: schedule.revision,
    });
  return (
    <Panel
      title="Planned changes"
      count={planned.length}
      frame="box"
      actions={
        <Button
          size="small"
          busy={save.isPending && !save.isPaused && 'Discarding…'}
          disabledReason={!verdict.allowed && verdict.reason}
          onClick={discard}
        >
          Discard
        </Button>
      }
    >
      <div className={styles.layers}>
        {planned.map((version) => (
          <div key={version.takesEffectAt}>
            <p className={styles.muted}>
              From <Time at={version.takesEffectAt} form="moment" />
            </p>
            <LayerSummaries layers={version.layers} timezone={version.timezone} />
          </div>
        ))}
        <ProblemText text={save.error ? explain(save.error) : null} />
      </div>
    </Panel>
  );
}
