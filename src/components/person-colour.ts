/** The colour of a person, the same one everywhere. */
import type { CSSProperties } from 'react';

/** `--hue` and `--hue-ink`, from the id alone. */
export function personColour(id: string): CSSProperties {
  const hue = hueOf(id);
  return { '--hue': `var(--person-${hue})`, '--hue-ink': `var(--person-${hue}-ink)` } as CSSProperties;
}

/** One of the eight person colours. */
function hueOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 8) + 1;
}
