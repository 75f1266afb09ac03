/** Which values are owned: known by a mark on the value itself that nothing else can see, copy or forge. */

/** Constructs nothing, but returns what it is given: a class built on it adds its private field to that. */
const Given = function (value: object) {
  return value;
} as unknown as new (value: object) => object;

class Owned extends Given {
  readonly #levels: number;

  constructor(value: object, levels: number) {
    super(value);
    this.#levels = levels;
  }

  static levels(value: object): number | undefined {
    return #levels in value ? value.#levels : undefined;
  }
}

/** Marks and freezes. `levels` is how many levels of maps and arrays are in it. */
export function setOwned<T extends object>(value: T, levels: number): T {
  // The mark lies on the value: nothing needs to be kept.
  void new Owned(value, levels);
  return Object.freeze(value);
}

/** The levels of maps and arrays in it; `undefined` for what is not owned. */
export const ownedLevels = (value: object): number | undefined => Owned.levels(value);
