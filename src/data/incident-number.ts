/** An incident's number in what a person looks for. */

/** The number, with `#` or without, if there is nothing beside it; else null. */
export function numberIn(text: string): number | null {
  const digits = /^\s*#?(\d{1,9})\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
