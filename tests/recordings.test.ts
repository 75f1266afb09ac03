/** Report of a run about tests whose recordings are missing. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vitestTally } from '#tools/tally.ts';
import { recordingAt } from './recordings.ts';

const root = path.resolve(import.meta.dirname, '..');
const verdicts = 128 + 80 + 65;
const scripts = 2 * 112;
const alerts = 11 + 2 + 2;

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

describe('without the recordings', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'muster-no-recordings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('every test on them is counted as skipped, with the reason', async () => {
    const file = path.join(folder, 'report.json');
    await promisify(execFile)(
      process.execPath,
      [
        path.join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project=logic',
        '--reporter=json',
        `--outputFile=${file}`,
        'tests/recorded',
        'functions/ingest/fixtures.test.ts',
      ],
      { cwd: root, env: { ...process.env, RECORDINGS: path.join(folder, 'none') } },
    );
    const report = JSON.parse(await readFile(file, 'utf8')) as Report;
    expect(vitestTally(report)).toEqual({ passed: 0, failed: 0, skipped: verdicts + scripts + alerts });
    const told = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(told.filter(({ fullName }) => !fullName.includes('are not beside the project'))).toEqual([]);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['skipped']));
  });
});

test('a recording that is not there has no place', () => {
  expect(recordingAt('oracles/none.json')).toBeNull();
});
