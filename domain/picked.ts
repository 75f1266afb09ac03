/** Some fields of an object, such as the entries of a schema. */
export const picked = <T extends object, const K extends keyof T & string>(
  all: T,
  names: readonly K[],
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, K>;
