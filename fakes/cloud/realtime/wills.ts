/** What clients left to be written once they are gone. */
import type { RealtimeValue, Priority } from '#ports/realtime/realtime.ts';
import type { Keys } from './node.ts';
import type { LastWill } from './protocol.ts';

export interface Bequest {
  readonly keys: Keys;
  readonly value: RealtimeValue;
  readonly priority: Priority;
}

const lies = (keys: Keys, within: Keys) => within.every((key, index) => keys[index] === key);

/** The later one for a place replaces the earlier ones for it and below it. */
export function amended(bequests: readonly Bequest[], will: LastWill): readonly Bequest[] {
  switch (will.action) {
    case 'cancel':
      return bequests.filter(({ keys }) => !lies(keys, will.keys));
    case 'set': {
      const { keys, value, priority } = will;
      return [...bequests.filter((other) => !lies(other.keys, keys)), { keys, value, priority }];
    }
    case 'update':
      return will.values.reduce<readonly Bequest[]>(
        (all, { keys, value }) => amended(all, { action: 'set', keys, value, priority: null }),
        bequests,
      );
  }
}
