/**
 * Options as a caller gives them. Types do not see every misspelt one (in plain JavaScript, behind a spread or a cast), and what is
 * ignored leaves the caller in the belief that it holds.
 */

/** Names of options; of one that is an object of options itself, the names in it. */
export interface Names {
  readonly [name: string]: true | Names;
}

/** The names of all options of a type: one that is missing does not compile. */
export type OptionNames<T> = { readonly [name in keyof T]-?: true | OptionNames<NonNullable<T[name]>> };

/**
 * @param taker who takes the options, for the message
 * @param way names on the way to `given`, from the outside in
 * @throws TypeError for an option that there is not, with the one most like it; for options that are no object
 */
export function checkOptions(taker: string, given: unknown, names: Names, way: readonly string[] = []): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(
      `${taker} takes an object of options${way.length > 0 ? ` as “${way.join('.')}”` : ''}.`,
    );
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(names, name) ? names[name] : undefined;
    if (known === undefined) throw unknownOption(taker, name, Object.keys(names), way);
    if (known !== true) checkOptions(taker, value, known, [...way, name]);
  }
}

function unknownOption(
  taker: string,
  name: string,
  known: readonly string[],
  way: readonly string[],
): TypeError {
  const whole = (last: string) => `“${[...way, last].join('.')}”`;
  const all = [known.slice(0, -1).join(', '), known.at(-1)].filter(Boolean).join(' and ');
  return new TypeError(
    `${taker} has no option ${whole(name)}. The nearest is ${whole(nearest(name, known))}; there ${known.length > 1 ? 'are' : 'is'} ${all}.`,
  );
}

const nearest = (name: string, known: readonly string[]): string =>
  known.toSorted((one, other) => distance(name, one) - distance(name, other))[0] ?? '';

/** Letters to add, to drop or to replace, whatever their case, to come from one name to the other (Levenshtein). */
function distance(one: string, other: string): number {
  const target = [...other.toLowerCase()];
  let row = Array.from({ length: target.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one.toLowerCase()].entries()) {
    const next = [line + 1];
    for (const [at, wanted] of target.entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === wanted ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
