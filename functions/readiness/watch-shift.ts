/** Checks of the ways to people on call (`on-call-check.ts`), one a person while a shift of theirs runs. */
import { type OnCallCheck, onCallCheckSchema } from '#domain/readiness/on-call-check.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

interface ScheduleKey {
  readonly teamId: string;
  readonly scheduleId: string;
}

interface RunningShift {
  readonly userId: string;
  readonly endsAt: number;
}

/** `before`: the person on call at the previous look at the schedule; null for nobody. Returns the people whose checks are due now. */
export async function watchShift(
  work: UnitOfWork,
  schedule: ScheduleKey,
  before: string | null,
  current: RunningShift | null,
): Promise<readonly string[]> {
  const changed: string[] = [];
  if (before !== null && before !== current?.userId && (await setShift(work, schedule, before, null)))
    changed.push(before);
  if (current !== null && (await setShift(work, schedule, current.userId, current.endsAt)))
    changed.push(current.userId);
  return changed;
}

/** False where nothing has changed. */
async function setShift(
  work: UnitOfWork,
  { teamId, scheduleId }: ScheduleKey,
  userId: string,
  endsAt: number | null,
): Promise<boolean> {
  const path = serverPaths.onCallCheck(teamId, userId);
  const check: OnCallCheck | null = await work.getReadable(onCallCheckSchema, path);
  const known = check?.shifts.find((shift) => shift.scheduleId === scheduleId)?.endsAt ?? null;
  if (known === endsAt) return false;
  const others = check?.shifts.filter((shift) => shift.scheduleId !== scheduleId) ?? [];
  const changed: OnCallCheck = {
    ...(check ?? { id: userId, teamId, faults: [] }),
    dueAt: work.now,
    shifts: endsAt === null ? others : [...others, { scheduleId, endsAt }],
  };
  work.save(path, changed);
  return true;
}
