/** Tests that read the project's files look for them through `tests/project-files.ts`, which refuses what finds nothing. */
import { expect, it } from 'vitest';
import { importedModules, projectFiles, projectPath, projectText } from '../../project-files.ts';

const tests = projectFiles(
  [
    'adapters',
    'api',
    'demo',
    'domain',
    'emulator',
    'fakes',
    'functions',
    'gallery',
    'ports',
    'query',
    'react',
    'src',
    'tools',
  ].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
);
const all = [...tests, ...projectFiles(['tests/**/*.{ts,tsx}'])];

/** Listings of folders outside of the project: temporary ones, builds, and recordings that may not exist. */
const ofOtherFolders = [
  'adapters/embedded-node/folder.test.ts',
  'functions/leave-calendars/calendar-events.test.ts',
  'src/features/on-call/read-shifts.test.ts',
  'tests/official/install.test.ts',
  'tools/build-functions.test.ts',
  'tools/kept-bundle.test.ts',
  'tests/bench/visit/site.ts',
  'tests/contracts/postgres/files.test.ts',
  'tests/contracts/postgres/s3-stage.ts',
  'tests/contracts/postgres/servers-folder.ts',
  'tests/contracts/postgres/upgrade.test.ts',
  'tests/contracts/postgres/own-server.test.ts',
  'tests/app/host/process-usage.ts',
  'tests/endurance/offline/new-version.ts',
  'tests/mutants/executed-by.ts',
  'tests/recorded/recorded-alerts.test.ts',
  'tests/project/packages/outside.test.ts',
].map(projectPath);
/** A page may name what its own folder has, so it asks by each folder, and reports what none of them has. */
const ofPages = ['tests/project/docs/links.test.ts'].map(projectPath);
const helper = projectPath('tests/project-files.ts');

it('no other test lists files', () => {
  const listing = all.filter((file) =>
    /^import .*\b(?:globSync|readdirSync|readdir)\b/mu.test(projectText(file)),
  );
  const allowed = new Set([...ofOtherFolders, ...ofPages, helper]);
  expect(listing.filter((file) => !allowed.has(file))).toEqual([]);
});

it('a pattern that finds nothing is an error', () => {
  expect(() => projectFiles(['functions/kernel/work*.ts'])).toThrow('finds no file');
  expect(() => projectFiles(['functions/kernel/*.ts', 'function/**/*.ts'])).toThrow('function/**/*.ts');
  expect(() => projectFiles(['{function,domain}/**/*.ts'])).toThrow('a pattern of its own');
  expect(() => projectFiles(['functions/kernel/*.ts'], /./u)).toThrow('finds no file');
});

it('a path without a file is an error', () => {
  expect(() => projectText('functions/kernel/work.ts')).toThrow('There is no functions/kernel/work.ts');
});

it('imports are resolved, whatever they are called by', () => {
  expect(importedModules('tests/project/lint/project-files.test.ts')).toEqual(['tests/project-files.ts']);
  expect(importedModules('functions/kernel/system.ts')).toContain('functions/kernel/unit-of-work.ts');
});

it('the linter’s configuration names folders that exist', () => {
  const patterns = [...projectText('.oxlintrc.json').matchAll(/"((?:\{[^"}]*\}|[\w-]+)\/[^"]*\*\*[^"]*)"/gu)];
  const folders = patterns.flatMap(([, pattern = '']) => alternativesOf(pattern.replace(/\/\*\*.*$/u, '')));
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.map(projectPath)).toEqual(folders);
});

/** The paths that a pattern with braces stands for. */
function alternativesOf(pattern: string): readonly string[] {
  const [whole, inner] = /\{([^{}]*)\}/u.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) return [pattern];
  return inner.split(',').flatMap((one) => alternativesOf(pattern.replace(whole, one)));
}
