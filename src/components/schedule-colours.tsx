import { type ReactNode, useMemo } from 'react';
import type { Override } from '#domain/schedule/schema.ts';
import { type Rota, versionsOf } from '#domain/schedule/versions.ts';
import { personMarks, PersonMarks } from './person-colour.ts';

export interface ScheduleColoursProps {
  /** Null: none yet. */
  readonly schedule: Rota | null;
  /** Overrides, also those of other schedules. */
  readonly overrides: readonly Override[];
  readonly children: ReactNode;
}

/** Colours of a schedule's people for the components within: those of its rota first, then those of overrides. */
export function ScheduleColours({ schedule, overrides, children }: ScheduleColoursProps) {
  const marks = useMemo(() => {
    if (schedule === null) return personMarks([]);
    const rotas = versionsOf(schedule).map(({ layers }) => layers.flatMap(({ people }) => people));
    const standIns = overrides
      .filter(({ scheduleId }) => scheduleId === schedule.id)
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
    return personMarks([...rotas, [...(rotas.at(-1) ?? []), ...standIns.map(({ userId }) => userId)]]);
  }, [schedule, overrides]);
  return <PersonMarks value={marks}>{children}</PersonMarks>;
}
