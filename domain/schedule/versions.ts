/** The dated versions of a schedule: which one holds when, and how the next one is added. */
import type { Layer, Schedule, Version } from './schema.ts';
import { limits } from '../constants.ts';

/** The part of a schedule that says who is on call; a new one has no versions yet. */
export type Rota = Pick<Schedule, 'id' | 'timezone' | 'layers'> & Partial<Pick<Schedule, 'versions'>>;

/** Content of the rota between two changes. */
export interface RotaContent {
  readonly timezone: string;
  readonly layers: readonly Layer[];
}

/** All versions, oldest first. The first one holds from the beginning. */
export function versionsOf({ timezone, layers, versions = [] }: Rota): readonly Version[] {
  const later = versions.toSorted((one, other) => one.takesEffectAt - other.takesEffectAt);
  return [{ takesEffectAt: Number.NEGATIVE_INFINITY, timezone, layers }, ...later];
}

/** Beginning of the first turn of any layer that is paged; infinite for none. Earlier times are no gap: the rota had not begun. */
export const rotaBeginning = (rota: Rota): number =>
  Math.min(
    ...versionsOf(rota).flatMap(({ layers }) =>
      layers.flatMap(({ shadow, startsAt }) => (shadow === true ? [] : [startsAt])),
    ),
  );

/** The one that holds at an instant. */
export function versionAt(rota: Rota, at: number): Version {
  const all = versionsOf(rota);
  const first: Version = { takesEffectAt: Number.NEGATIVE_INFINITY, ...contentOf(rota) };
  return all.findLast(({ takesEffectAt }) => takesEffectAt <= at) ?? first;
}

/** Versions that take effect after an instant, soonest first. */
export const versionsAfter = (rota: Rota, at: number): readonly Version[] =>
  versionsOf(rota).filter(({ takesEffectAt }) => takesEffectAt > at);

const contentOf = ({ timezone, layers }: Pick<Version, 'timezone' | 'layers'>) => ({ timezone, layers });

const sameContent = (one: RotaContent, other: RotaContent): boolean =>
  one.timezone === other.timezone &&
  JSON.stringify(one.layers.map(plainLayer)) === JSON.stringify(other.layers.map(plainLayer));

/** Whether the rota has these layers at an instant. */
export const holdsAlready = (rota: Rota, content: RotaContent, at: number): boolean =>
  sameContent(versionAt(rota, at), content);

/** The fields in one order, and the default in place of an absent one. */
const plainLayer = ({ name, people, startsAt, unit, every, restrictions, shadow = false }: Layer) => [
  name,
  people,
  startsAt,
  unit,
  every,
  restrictions.map(({ weekdays, from, to }) => [weekdays, from, to]),
  shadow,
];

/**
 * The rota with other layers from an instant on. The past stays as it was; later versions are replaced. Layers that hold already
 * add no version.
 */
export function withVersion<R extends Rota>(
  rota: R,
  content: { timezone: string; layers: Layer[] },
  takesEffectAt: number,
): R {
  const kept = (rota.versions ?? []).filter((one) => one.takesEffectAt < takesEffectAt);
  const before = { ...rota, versions: kept };
  if (sameContent(versionAt(before, takesEffectAt), content)) return before;
  return withinLimit({ ...rota, versions: [...kept, { takesEffectAt, ...content }] });
}

/** The rota with a change of the layers from an instant on: of the present ones, and of those of later versions. */
export function withLayers<R extends Rota>(rota: R, at: number, change: (layers: Layer[]) => Layer[]): R {
  const kept = (rota.versions ?? []).filter(({ takesEffectAt }) => takesEffectAt < at);
  const { timezone, layers } = versionAt(rota, at);
  const now = { takesEffectAt: at, timezone, layers: change(layers) };
  const later = versionsAfter(rota, at).map((one) => ({ ...one, layers: change(one.layers) }));
  const added = sameContent(versionAt({ ...rota, versions: kept }, at), now) ? [] : [now];
  return withinLimit({ ...rota, versions: [...kept, ...added, ...later] });
}

/** The rota without the oldest versions beyond the limit: the next one then stands for the time before it as well. */
function withinLimit<R extends Rota>(rota: R): R {
  const all = versionsOf(rota);
  if (all.length <= limits.versions + 1) return rota;
  const [first, ...versions] = all.slice(-limits.versions - 1);
  return first === undefined ? rota : { ...rota, ...contentOf(first), versions };
}
