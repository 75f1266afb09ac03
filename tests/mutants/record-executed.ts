/** Set-up of each test file in a run with probes: writes the numbers of the changes that the file executed into the folder `EXECUTED`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

/** Executed changes of a test file. */
export interface ExecutedChanges {
  readonly file: string;
  /** While modules were loaded, which workers of several files do once. */
  readonly loading: readonly number[];
  readonly testing: readonly number[];
}

declare global {
  var executedChange: ((number: number) => void) | undefined;
}

const loading = new Set<number>();
const testing = new Set<number>();
let current = loading;
globalThis.executedChange = (number) => void current.add(number);

beforeAll(() => {
  current = testing;
});

afterAll(() => {
  const folder = process.env['EXECUTED'] ?? '';
  const file = path.relative(process.cwd(), expect.getState().testPath ?? '');
  const executed: ExecutedChanges = { file, loading: [...loading], testing: [...testing] };
  writeFileSync(path.join(folder, `${crypto.randomUUID()}.json`), JSON.stringify(executed));
});
