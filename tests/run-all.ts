/**
 * Everything that can run on this machine, one after the other, with one line at the end that adds it up. A browser that is
 * missing skips the browser tests, and official parts that can't be installed theirs, except in CI (`CI=true`), where it fails the run.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './e2e/chromium.ts';
import { installParts } from './official/install.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const none: Tally = { passed: 0, failed: 0, skipped: 0 };
const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

const root = path.resolve(import.meta.dirname, '..');
const reports = await mkdtemp(path.join(tmpdir(), 'muster-tests-'));

/** Runs a package's command with its output shown; resolves with its exit code. */
function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n> ${command} ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
        ...env,
      },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const check = async (command: string, ...args: readonly string[]): Promise<Tally> =>
  (await run(command, args)) === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };

/** The tally of a report, which must agree with the exit code: a runner that failed before it could count is a failure. */
async function tallied(code: number, file: string, count: (report: unknown) => Tally): Promise<Tally> {
  const report = await readFile(file, 'utf8').then(JSON.parse, () => null);
  const tally = report === null ? none : count(report);
  const ran = tally.passed + tally.failed > 0;
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : ran ? tally : { ...tally, failed: 1 };
}

/** Some of the projects in vite.config.ts. */
async function vitest(...projects: readonly string[]): Promise<Tally> {
  const file = path.join(reports, `vitest-${projects.join('-')}.json`);
  const code = await run('vitest', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return tallied(code, file, (report) => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as Record<
      string,
      number
    >;
    return {
      passed: numPassedTests ?? 0,
      failed: numFailedTests ?? 0,
      skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
    };
  });
}

async function official(): Promise<Tally> {
  const problem = await installParts();
  if (problem === null) return vitest('official');
  const inCi = Boolean(process.env['CI']);
  console.log(
    `\n${inCi ? 'FAILED' : 'SKIPPED'}: the official parts of Firebase can’t be installed: ${problem}`,
  );
  return inCi ? { ...none, failed: 1 } : { ...none, skipped: 1 };
}

async function browser(): Promise<Tally> {
  if (findChromium() === null) {
    const inCi = Boolean(process.env['CI']);
    console.log(
      `\n${inCi ? 'FAILED' : 'SKIPPED'}: no Chromium was found for the browser tests. Install one, or set PLAYWRIGHT_CHROMIUM.`,
    );
    return inCi ? { ...none, failed: 1 } : { ...none, skipped: 1 };
  }
  const file = path.join(reports, 'playwright.json');
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return tallied(code, file, (report) => {
    const { stats } = report as { stats: Record<string, number> };
    return {
      passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
      failed: stats['unexpected'] ?? 0,
      skipped: stats['skipped'] ?? 0,
    };
  });
}

let total = none;
total = add(total, await check('tsc', '-p', 'tsconfig.pure.json'));
total = add(total, await check('tsc', '-p', 'tsconfig.json'));
total = add(total, await check('oxlint', '--deny-warnings'));
total = add(total, await check('oxfmt', '--check'));
total = add(total, await check('knip'));
total = add(total, await check('node', 'tools/size.ts'));
total = add(total, await vitest('logic', 'browser-sdk', 'screens'));
total = add(total, await official());
total = add(total, await browser());
await rm(reports, { recursive: true });

console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
