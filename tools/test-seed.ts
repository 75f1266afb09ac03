/** Largest seed that both test runners take. */
const most = 2 ** 31 - 1;

/**
 * Seed of a run, for its order of files and tests and for the cases of property tests: the given one, else a random one.
 * @throws RangeError for a given one that is no whole number of 1 to 2,147,483,647
 */
export function testSeed(given: string | undefined, random: () => number = Math.random): number {
  if (given === undefined || given === '') return 1 + Math.floor(random() * most);
  const seed = Number(given);
  if (!/^\d+$/u.test(given) || seed < 1 || seed > most)
    throw new RangeError(`TEST_SEED is a whole number of 1 to ${most}, not “${given}”.`);
  return seed;
}
