/** Preview of a schedule being edited: gained and lost shifts, gaps, conflicts, and the distribution of the time. */
import { useDeferredValue, useMemo } from 'react';
import { day } from '#domain/constants.ts';
import { type ShiftChange, shiftChanges } from '#domain/schedule/comparison.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { saveSchedule } from '#domain/schedule/transitions.ts';
import { useOverrides, useSchedules } from '#src/data/queries/on-call.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Outlook, outlookDays } from './outlook.tsx';
import styles from './schedule-form.module.css';
import { inputIfComplete, type ScheduleValues } from './schedule-values.ts';
import { ShiftChanges } from './shift-changes.tsx';

export interface PreviewOf {
  /** The saved schedule; null: a new one. */
  readonly schedule: Schedule | null;
  readonly scheduleId: string;
  readonly values: ScheduleValues;
  readonly now: number;
}

export interface SchedulePreview {
  readonly after: Schedule;
  /** Time at which it takes effect. */
  readonly from: number;
  /** Number of planned changes that it replaces. */
  readonly replaced: number;
  readonly changes: readonly ShiftChange[];
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
}

/** Null while something is missing. */
export function useSchedulePreview({ schedule, scheduleId, values, now }: PreviewOf): SchedulePreview | null {
  const { me, team } = useTeam();
  const schedules = useSchedules().data?.items;
  const overrides = useOverrides().data?.items;
  const typed = useDeferredValue(JSON.stringify(values));
  const others = useMemo(() => schedules?.map((item) => item.value) ?? [], [schedules]);
  const lasting = useMemo(
    () => overrides?.map((item) => item.value).filter(({ endsAt }) => endsAt > now) ?? [],
    [overrides, now],
  );
  return useMemo(() => {
    const input = inputIfComplete(JSON.parse(typed) as ScheduleValues);
    if (input === null) return null;
    const { takesEffectAt, ...said } = input;
    const saved = saveSchedule(schedule, { ...said, id: scheduleId, teamId: team.id }, takesEffectAt, {
      by: me.id,
      now,
    });
    if (!saved.ok) return null;
    const from = Math.max(now, takesEffectAt ?? now);
    const to = from + outlookDays * day;
    const nobody = [{ userId: null, startsAt: from, endsAt: to }];
    const before = schedule === null ? nobody : shiftsBetween(schedule, lasting, from, to);
    const replaced = (schedule?.versions ?? []).filter((one) => one.takesEffectAt >= from);
    return {
      from,
      replaced: replaced.length,
      after: saved.state,
      schedules: others,
      overrides: lasting,
      changes: shiftChanges(before, shiftsBetween(saved.state, lasting, from, to)),
    };
  }, [typed, schedule, scheduleId, others, lasting, me.id, team.id, now]);
}

export interface ConsequencesProps {
  readonly preview: SchedulePreview | null;
  readonly timezone: string;
}

export function Consequences({ preview, timezone }: ConsequencesProps) {
  if (preview === null)
    return (
      <div className={styles.side}>
        <Panel title="What changes" frame="box">
          <p>Shown here once every layer has people and times.</p>
        </Panel>
      </div>
    );
  const { after, changes, from, replaced, schedules, overrides } = preview;
  return (
    <div className={styles.side}>
      <Panel title="What changes" frame="box">
        {replaced > 0 ? (
          <p className={styles.caution}>
            {replaced === 1 ? 'The change that was planned' : `${replaced} changes that were planned`} for
            later {replaced === 1 ? 'is' : 'are'} replaced by this one.
          </p>
        ) : null}
        <ShiftChanges changes={changes} timezone={timezone} />
      </Panel>
      <Outlook schedule={after} {...{ schedules, overrides, timezone, from }} />
    </div>
  );
}
