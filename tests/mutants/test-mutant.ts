/**
 * Process that tests one mutant after the other: runs the related test files, near and quick ones first, until enough of them have failed.
 * A process of its own, because a mutant may not end: `run.ts` ends it after the time limit and starts another.
 */
import path from 'node:path';
import { createVitest, type Reporter, type TestModule } from 'vitest/node';
import { importersOf, relatedTests, trackedModules } from './related-tests.ts';
import type { SourceChange } from './source-changes.ts';

export interface Mutant {
  readonly file: string;
  readonly change: SourceChange;
}
export interface MutantOrder {
  readonly mutant: Mutant;
  /** Failed test files after which no more are run. */
  readonly enough: number;
  /** Duration of test files, seconds, as far as they are known. */
  readonly seconds: Readonly<Record<string, number>>;
}
export interface MutantResult {
  /** Failed tests by file; for a file that could not be loaded, none. */
  readonly noticedBy: Readonly<Record<string, readonly string[]>>;
  readonly related: number;
  readonly ran: number;
  /** Measured durations of test files, seconds. */
  readonly seconds: Readonly<Record<string, number>>;
}

/** Expected seconds of tests in each run; one run starts the workers once. */
const runSeconds = [5, 20, 80, Infinity];
const unknownSeconds = 1;

const root = path.resolve(import.meta.dirname, '../..');
const relative = (file: string) => path.relative(root, file).split(path.sep).join('/');

let enough = Infinity;
let failed = new Map<string, readonly string[]>();
let seconds = new Map<string, number>();

const reporter: Reporter = {
  onTestModuleEnd(module: TestModule) {
    const file = relative(module.moduleId);
    seconds.set(file, module.diagnostic().duration / 1000);
    if (module.state() !== 'failed') return;
    failed.set(
      file,
      [...module.children.allTests('failed')].map(({ fullName }) => fullName),
    );
    if (failed.size >= enough) void vitest.cancelCurrentRun('test-failure');
  },
};

const vitest = await createVitest('test', {
  watch: false,
  root,
  config: path.join(root, 'tests/mutants/vitest.config.ts'),
  project: ['logic', 'isolated', 'browser-sdk', 'screens', 'screens-development'],
  reporters: [reporter],
  silent: true,
  sequence: { seed: 1 },
  printConsoleTrace: false,
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();
const importers = importersOf(trackedModules());

async function testMutant({ mutant, ...order }: MutantOrder): Promise<MutantResult> {
  process.env['MUTANT'] = JSON.stringify(mutant);
  [enough, failed, seconds] = [order.enough, new Map(), new Map()];
  vitest.invalidateFile(path.join(root, mutant.file));
  const expected = (file: string) => order.seconds[file] ?? unknownSeconds;
  const related = relatedTests(mutant.file, importers).toSorted(
    (one, other) => one.distance * expected(one.file) - other.distance * expected(other.file),
  );
  let rest = related.map(({ file }) => file);
  for (const most of runSeconds) {
    let planned = 0;
    const files = rest.filter((file) => (planned += expected(file)) <= most);
    rest = rest.filter((file) => !files.includes(file));
    const chosen = specifications.filter(({ moduleId }) => files.includes(relative(moduleId)));
    if (chosen.length > 0) await vitest.runTestSpecifications(chosen);
    if (failed.size >= enough) break;
  }
  delete process.env['MUTANT'];
  vitest.invalidateFile(path.join(root, mutant.file));
  return {
    noticedBy: Object.fromEntries(failed),
    related: related.length,
    ran: seconds.size,
    seconds: Object.fromEntries(seconds),
  };
}

process.on('message', (order: MutantOrder) => {
  void testMutant(order).then((result) => process.send?.(result));
});
process.send?.('ready');
