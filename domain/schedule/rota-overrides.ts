/** The overrides of a schedule in the order of time: which ones are in force, and when that changes. */
import type { Override } from './schema.ts';
import type { Rota } from './versions.ts';

/** The overrides of a schedule that are in force from `from` up to `to`, oldest first; ties by id, so that every reader sees the same. */
export const ordered = (
  schedule: Pick<Rota, 'id'>,
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Override[] =>
  overrides
    .filter(
      ({ scheduleId, startsAt, endsAt }) => scheduleId === schedule.id && startsAt < to && endsAt > from,
    )
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));

interface Ranked {
  readonly override: Override;
  /** Place in the order in which they were made: the last one wins. */
  readonly rank: number;
}

/** Look-up of overrides for ascending times. */
export class OverridesInForce {
  private readonly byStart: readonly Ranked[];
  private started = 0;
  private inForce: readonly Ranked[] = [];

  /** Oldest first. */
  constructor(overrides: readonly Override[]) {
    this.byStart = overrides
      .map((override, rank) => ({ override, rank }))
      .toSorted((one, other) => one.override.startsAt - other.override.startsAt);
  }

  /** The person on call, of the one who is by the layers. */
  holder(byLayers: string | null, at: number): string | null {
    this.moveTo(at);
    let userId = byLayers;
    for (const { override } of this.inForce)
      if (override.insteadOf === null || override.insteadOf === userId) ({ userId } = override);
    return userId;
  }

  nextEdge(at: number): number {
    this.moveTo(at);
    const next = this.byStart[this.started]?.override.startsAt ?? Number.POSITIVE_INFINITY;
    return this.inForce.reduce((edge, { override }) => Math.min(edge, override.endsAt), next);
  }

  private moveTo(at: number): void {
    const begun: Ranked[] = [];
    for (let next = this.byStart[this.started]; next && next.override.startsAt <= at;) {
      begun.push(next);
      this.started += 1;
      next = this.byStart[this.started];
    }
    if (begun.length === 0 && this.inForce.every(({ override }) => override.endsAt > at)) return;
    this.inForce = [...this.inForce, ...begun]
      .filter(({ override }) => override.endsAt > at)
      .toSorted((one, other) => one.rank - other.rank);
  }
}
