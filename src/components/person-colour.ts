/** The colour of a person, with a pattern once a rota has more people than there are colours. */
import { createContext, type CSSProperties, use, useCallback } from 'react';

/** Colours in `tokens.css`. */
const colours = 8;
/** Plain, stripes, dots. */
const patterns = 3;

/** A colour from 0 on, plus `colours` for each further pattern. */
export type PersonMark = number;

/** Marks of the people of one schedule, by user id. Default: none, and the id alone decides. */
export const PersonMarks = createContext<ReadonlyMap<string, PersonMark>>(new Map());

/** The styles of a person's colour: `--hue`, `--hue-ink` and `--hue-pattern`. */
export function usePersonColours(): (id: string) => CSSProperties {
  const marks = use(PersonMarks);
  return useCallback(
    (id) => {
      const mark = marks.get(id) ?? markOf(id);
      const hue = (mark % colours) + 1;
      const pattern = Math.floor(mark / colours);
      return {
        '--hue': `var(--person-${hue})`,
        '--hue-ink': `var(--person-${hue}-ink)`,
        '--hue-pattern': pattern === 0 ? 'none' : `var(--person-pattern-${pattern})`,
      } as CSSProperties;
    },
    [marks],
  );
}

/**
 * Marks for people of consecutive rotas: no two of one rota have the same one, while there are enough. The id decides; where that mark is
 * taken, the next free one. Marks stay in later rotas, so adding or moving people changes nobody else's.
 */
export function personMarks(rotas: readonly (readonly string[])[]): ReadonlyMap<string, PersonMark> {
  const marks = new Map<string, PersonMark>();
  for (const rota of rotas) {
    const taken = new Set<PersonMark>();
    const unmarked = [...new Set(rota)].filter((id) => {
      const mark = marks.get(id);
      // A former member who returns may find the mark given to another.
      if (mark === undefined || taken.has(mark)) return true;
      taken.add(mark);
      return false;
    });
    for (const id of unmarked) {
      const used = new Set(marks.values());
      const order = marksInOrder(markOf(id));
      const mark =
        order.find((one) => one < colours && !used.has(one) && !taken.has(one)) ??
        order.find((one) => !taken.has(one)) ??
        markOf(id);
      marks.set(id, mark);
      taken.add(mark);
    }
  }
  return marks;
}

/** Marks from a colour on, the plain ones first. */
const marksInOrder = (first: PersonMark): readonly PersonMark[] =>
  Array.from(
    { length: colours * patterns },
    (_, index) => ((first + index) % colours) + Math.floor(index / colours) * colours,
  );

/** Mark by the id alone, without a pattern. */
function markOf(id: string): PersonMark {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % colours;
}
