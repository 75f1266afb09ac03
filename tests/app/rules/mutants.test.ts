/** The tables notice each change of a condition: every mutant of the rules gives at least one answer that they don't expect. */
import { expect, test } from 'vitest';
import { RulesError } from '#firebase-rules/index.ts';
import { mutantsOf as ofDatabase } from './mutants/database-language.ts';
import { mutantsOf as ofDocuments } from './mutants/documents-language.ts';
import { equivalences } from './mutants/equivalent.ts';
import type { Mutant } from './mutants/mutant.ts';
import { tables } from './tables/all.ts';
import { type Case, type RulesFile, Rules } from './tables/case.ts';
import { deployed } from './team.ts';

const mutants: Readonly<Record<RulesFile, readonly Mutant[]>> = {
  firestore: ofDocuments('firestore', deployed.firestore),
  storage: ofDocuments('storage', deployed.storage),
  database: ofDatabase(deployed.database),
};

interface ReachingCase extends Case {
  /** Places of the `allow` statements that it evaluates under the deployed rules; null: unknown. */
  readonly reached: ReadonlySet<string> | null;
}

/** Wrong answers of the deployed rules are found by another test. */
const cases: readonly ReachingCase[] = Object.values(tables)
  .flat()
  .flatMap((one) => {
    const rules = new Rules();
    if (one.ask(rules).allowed !== one.allowed) return [];
    return [{ ...one, reached: one.file === 'firestore' ? rules.reached() : null }];
  });

const known = new Map<RulesFile, readonly Mutant[]>();

/** Mutants that no table detects. */
function missed(file: RulesFile): readonly Mutant[] {
  const found = known.get(file) ?? findMissed(file);
  known.set(file, found);
  return found;
}

/** Cases that detected one mutant are tried first on the next. */
function findMissed(file: RulesFile): readonly Mutant[] {
  let order = dealt(cases.filter((one) => one.file === file));
  return mutants[file].filter(({ text, reach }) => {
    const mutated = new Rules({ [file]: text });
    const canDiffer = ({ reached }: ReachingCase) =>
      !reach || !reached || [...reach].some((place) => reached.has(place));
    const noticing = order.find((one) => canDiffer(one) && isOtherwise(one, mutated));
    if (noticing) order = [noticing, ...order.filter((one) => one !== noticing)];
    return !noticing;
  });
}

/** Spreads similar neighbours far apart. */
function dealt(all: readonly ReachingCase[]): readonly ReachingCase[] {
  const hands = Math.ceil(Math.sqrt(all.length));
  return Array.from({ length: hands }, (_, hand) => all.filter((_one, at) => at % hands === hand)).flat();
}

function isOtherwise({ ask, allowed }: Case, mutated: Rules): boolean {
  try {
    return ask(mutated).allowed !== allowed;
  } catch (error) {
    // A text that is no ruleset can't be deployed.
    if (error instanceof RulesError) return true;
    throw error;
  }
}

const files = Object.keys(mutants) as readonly RulesFile[];
const shown = ({ at, from, to }: Mutant) => `${at}: ${from} → ${to}`;

test.each(files)('mutants of the rules of %s are detected, except those known to be equivalent', (file) => {
  expect(mutants[file].length).toBeGreaterThan(100);
  const isEquivalent = (mutant: Mutant) => equivalences.some(({ is }) => is(mutant));
  expect(
    missed(file)
      .filter((mutant) => !isEquivalent(mutant))
      .map(shown),
  ).toEqual([]);
});

test.each(equivalences)('$why', ({ is }) => {
  const all = Object.values(mutants).flat().filter(is);
  expect(all.length).toBeGreaterThan(0);
  const unnoticed = new Set(files.flatMap((file) => missed(file)));
  expect(all.filter((mutant) => !unnoticed.has(mutant)).map(shown)).toEqual([]);
});
