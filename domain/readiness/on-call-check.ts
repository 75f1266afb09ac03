/** Ways to a person on call: those by which pages don't reach them, and the time at which the proof of the next one ends. */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '../base.ts';
import { type ChannelId, channelTargetKey } from '../channel/schema.ts';
import { hasStoppedWorking, proofEnds, wayState, type WayState } from '../channel/state.ts';
import type { ChannelWay } from '../channel/way.ts';

/** `id`: the person's. Kept while they are on call. */
export const onCallCheckSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  /** Time of the next check of their ways. */
  dueAt: epochMsSchema,
  /** The running ones. */
  shifts: v.array(v.object({ scheduleId: idSchema, endsAt: epochMsSchema })),
  /** Faults that the person was informed of. */
  faults: v.array(v.string()),
});
export type OnCallCheck = v.InferInput<typeof onCallCheckSchema>;

export interface OnCallFindings {
  /** Ways that have stopped working (`hasStoppedWorking`). */
  readonly broken: readonly {
    readonly label: string;
    readonly state: WayState;
    readonly channel: ChannelId;
  }[];
  /** Whether something else takes pages. */
  readonly reached: boolean;
  /** Keys of the faults, the same as long as a fault lasts: a push that is proved no more is one fault, whatever an open page shows. */
  readonly faults: readonly string[];
  /** Time at which the proof of the next way ends; null: no way is proved. */
  readonly changesAt: number | null;
}

export function onCallFindings(ways: readonly ChannelWay[], now: number): OnCallFindings {
  const broken = ways.filter((way) => hasStoppedWorking(way, now));
  const reached = ways.some((way) => way.takesMessages && !broken.includes(way));
  const changes = ways.flatMap(proofEnds).filter((at) => at > now);
  const keys = broken.map((way) => {
    const state = wayState(way, now);
    return `${faultKey(way)} ${state === 'open-page' ? 'silent' : state}`;
  });
  return {
    broken: broken.map((way) => ({
      label: way.label,
      state: wayState(way, now),
      channel: way.to.channel,
    })),
    reached,
    faults: reached || broken.length > 0 ? keys : ['no device'],
    changesAt: changes.length === 0 ? null : Math.min(...changes),
  };
}

/** Key of a fault: for push the target without its channel, the form of records from before there were other channels. */
const faultKey = ({ to }: ChannelWay): string => (to.channel === 'push' ? to.target : channelTargetKey(to));
