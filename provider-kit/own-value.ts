/** Look-ups by names from outside. Every object has `constructor`, `toString` and more by its prototype: only its own entries count. */

/** The object's own entry of that name; `undefined` for none. */
export const valueOfOwnKey = <T>(
  entries: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (entries && Object.hasOwn(entries, name) ? entries[name] : undefined);
