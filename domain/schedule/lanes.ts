/** A schedule's layers side by side, over all of its versions. */
import { layerShiftsBetween, type Shift } from './rota.ts';
import type { Layer } from './schema.ts';
import { type Rota, versionsOf } from './versions.ts';

export interface Lane {
  readonly name: string;
  readonly shadow: boolean;
  /** Shifts without gaps, earliest first. */
  readonly shifts: readonly Shift[];
}

/** Lanes from `from` up to `to`, one for each name of a layer, those of the newest version first, from the top down. */
export function lanesBetween(rota: Rota, from: number, to: number): readonly Lane[] {
  const versions = versionsOf(rota);
  const lanes = new Map<string, { shadow: boolean; shifts: Shift[] }>();
  for (const [index, { takesEffectAt, timezone, layers }] of [...versions.entries()].toReversed()) {
    const startsAt = Math.max(from, takesEffectAt);
    const endsAt = Math.min(to, versions[index + 1]?.takesEffectAt ?? to);
    if (startsAt >= endsAt) continue;
    for (const layer of topDown(layers)) {
      const lane = lanes.get(layer.name) ?? { shadow: layer.shadow === true, shifts: [] };
      lane.shifts.unshift(...layerShiftsBetween(layer, timezone, startsAt, endsAt));
      lanes.set(layer.name, lane);
    }
  }
  return [...lanes].map(([name, lane]) => ({ name, ...lane }));
}

/** The layer that wins first; shadows last. */
const topDown = (layers: readonly Layer[]): readonly Layer[] => {
  const all = layers.toReversed();
  return [...all.filter(({ shadow }) => shadow !== true), ...all.filter(({ shadow }) => shadow === true)];
};
