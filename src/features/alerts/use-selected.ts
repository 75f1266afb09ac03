/** The selected alerts of a list of which a window is loaded. */
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';

interface Loaded {
  readonly alerts: readonly Alert[];
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
}

export interface Selected {
  /** Selected alerts in the list, loaded or not, in their present or last seen state. */
  readonly alerts: readonly Alert[];
  readonly ids: ReadonlySet<string>;
  readonly change: (change: Change) => void;
}

type Change = ReadonlySet<string> | ((before: ReadonlySet<string>) => ReadonlySet<string>);

export function useSelected({ alerts: loaded, reachesStart, reachesEnd }: Loaded): Selected {
  const [kept, setKept] = useState<ReadonlyMap<string, Alert>>(new Map());
  const byId = new Map(loaded.map((alert) => [alert.id, alert]));
  const [first, last] = [loaded[0], loaded.at(-1)];
  /** Whether an alert that is not loaded may be in the list all the same. */
  const isBeyond = ({ lastAt }: Alert) =>
    (!reachesStart && first !== undefined && lastAt >= first.lastAt) ||
    (!reachesEnd && last !== undefined && lastAt <= last.lastAt);
  return {
    alerts: [...kept.values()].flatMap((alert) => byId.get(alert.id) ?? (isBeyond(alert) ? [alert] : [])),
    ids: new Set(kept.keys()),
    change: (change) =>
      setKept((before) => {
        const ids = typeof change === 'function' ? change(new Set(before.keys())) : change;
        return new Map(
          [...ids].flatMap((id) => {
            const alert = byId.get(id) ?? before.get(id);
            return alert ? [[id, alert] as const] : [];
          }),
        );
      }),
  };
}
