/** Who is on call has a check of their devices (`on-call-check.ts`), for as long as one of their shifts runs. */
import { type OnCallCheck, onCallCheckSchema } from '#domain/readiness/on-call-check.ts';
import { documentPaths } from '#api/paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

interface ScheduleKey {
  readonly teamId: string;
  readonly scheduleId: string;
}

interface RunningShift {
  readonly userId: string;
  readonly endsAt: number;
}

/** `before`: who was on call when the schedule was looked at before; null for nobody. */
export async function watchShift(
  work: UnitOfWork,
  schedule: ScheduleKey,
  before: string | null,
  current: RunningShift | null,
): Promise<void> {
  if (before !== null && before !== current?.userId) await setShift(work, schedule, before, null);
  if (current !== null) await setShift(work, schedule, current.userId, current.endsAt);
}

async function setShift(
  work: UnitOfWork,
  { teamId, scheduleId }: ScheduleKey,
  userId: string,
  endsAt: number | null,
): Promise<void> {
  const path = documentPaths.onCallCheck(teamId, userId);
  const check: OnCallCheck | null = await work.get(onCallCheckSchema, path);
  const known = check?.shifts.find((shift) => shift.scheduleId === scheduleId)?.endsAt ?? null;
  if (known === endsAt) return;
  const others = check?.shifts.filter((shift) => shift.scheduleId !== scheduleId) ?? [];
  const changed: OnCallCheck = {
    ...(check ?? { id: userId, teamId, faults: [] }),
    dueAt: work.now,
    shifts: endsAt === null ? others : [...others, { scheduleId, endsAt }],
  };
  work.save(path, changed);
}
