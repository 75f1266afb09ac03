/** No time is covered twice, every cover is the override of its taker, and no request stays open past its end. */
import { minute } from '#domain/constants.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import type { Invariant } from './invariant.ts';

export const checkCover: Invariant = (world) => ({
  step() {
    const taken = world.coverRequests.filter(({ status }) => status === 'taken');
    /** Whether the owner has taken the covered time back by covering its taker. */
    const takenBack = ({ userId, takenAt }: CoverRequest, at: number) =>
      taken.some(
        (other) =>
          other.takerId === userId &&
          other.startsAt <= at &&
          at < other.endsAt &&
          Number(other.takenAt) >= Number(takenAt),
      );
    const bothCover = (one: CoverRequest, other: CoverRequest) => {
      const first = Number(one.takenAt) < Number(other.takenAt) ? one : other;
      const from = Math.max(one.startsAt, other.startsAt);
      return (
        one.userId === other.userId && from < Math.min(one.endsAt, other.endsAt) && !takenBack(first, from)
      );
    };
    for (const one of taken) {
      const { id, userId, takerId, startsAt, endsAt, overrideId } = one;
      const override = world.overrides.find((each) => each.id === overrideId);
      if (override?.userId !== takerId || override?.insteadOf !== userId)
        world.wrong(`The cover ${id} is not what its override says.`);
      for (const at of [startsAt, (startsAt + endsAt) / 2, endsAt - 1])
        if (onCallAt(world.spare, world.overrides, at) === userId && !takenBack(one, at))
          world.wrong(`${userId} is on call although ${takerId} covers ${id}.`);
      for (const other of taken)
        if (other.id < id && bothCover(one, other)) world.wrong(`${id} and ${other.id} cover the same time.`);
    }
  },
  end() {
    for (const { id, status, dueAt } of world.coverRequests) {
      const waits = status === 'open' || status === 'taken';
      if (dueAt !== null && (!waits || dueAt < world.now - 2 * minute))
        world.wrong(`The request for cover ${id} was ${status} and due at ${dueAt}.`);
    }
  },
});
