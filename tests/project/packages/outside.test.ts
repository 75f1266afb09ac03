/** The packages as another project has them: packed, installed, and used as their READMEs say. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutsideProject, type OutsideProject } from './outside-project.ts';

let project: OutsideProject;
beforeAll(async () => {
  project = await openOutsideProject();
});
afterAll(() => project.remove());

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const installed = (name: string) => path.join(project.folder, 'node_modules', name);

const filesOf = async (name: string): Promise<readonly string[]> =>
  (await readdir(installed(name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => path.join(parentPath, file));

test('a package has code, declarations, its manifest and its README, and nothing of the repository', async () => {
  const files = (await Promise.all(project.packages.map(({ manifest }) => filesOf(manifest.name)))).flat();
  expect(files.filter((file) => !/\.js$|\.d\.ts$|package\.json$|README\.md$/u.test(file))).toEqual([]);
  const code = files.filter((file) => /\.(?:js|ts)$/u.test(file));
  const texts = await Promise.all(code.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  expect(texts.filter(([, text]) => /(?:from|import)\W*['"]#/u.test(text)).map(([file]) => file)).toEqual([]);
});

test('the fakes are under 1 MB, and have at most four third parties', async () => {
  const fakes = project.packages.find(({ manifest }) => manifest.name === '@muster/fakes');
  const sizes = await Promise.all(
    (await filesOf('@muster/fakes')).map(async (file) => (await stat(file)).size),
  );
  const unpacked = sizes.reduce((sum, size) => sum + size, 0);
  for (const { manifest, size } of project.packages) console.log(`${manifest.name}: ${kB(size)}`);
  console.log(`@muster/fakes, unpacked: ${kB(unpacked)}`);
  expect(unpacked).toBeLessThan(1_000_000);
  const thirdParties = Object.keys(fakes?.manifest.dependencies ?? {}).filter(
    (name) => !name.startsWith('@muster/'),
  );
  expect(thirdParties.length).toBeLessThanOrEqual(4);
});

test('every export, and every README, has no type error with NodeNext', async () => {
  const modules = project.packages.flatMap((one) => one.modules);
  expect(modules.length).toBeGreaterThan(400);
  const all = modules.map((name, at) => `export * as m${at} from '${name}';`).join('\n');
  await project.write('every-export.ts', all);
  const compilerOptions = {
    // Temporal: declarations of Firebase's SDK name it.
    ...{
      module: 'NodeNext',
      target: 'ES2024',
      lib: ['ES2024', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'ESNext.Temporal'],
    },
    ...{ jsx: 'react-jsx', strict: true, noUncheckedIndexedAccess: true, noEmit: true, types: [] },
  };
  await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
  await project.node('node_modules/typescript/bin/tsc');
});

test('the tests of the READMEs pass, with vitest and React', async () => {
  const file = path.join(project.folder, 'report.json');
  // The limit is against hanging, not against slowness.
  const options = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--testTimeout=60000',
  ];
  await project.node('node_modules/vitest/vitest.mjs', 'run', ...options);
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    readonly numPassedTests: number;
    readonly numTotalTests: number;
    readonly numPendingTests: number;
  };
  // Scenarios of what the plain store lacks are skipped.
  expect(report.numPassedTests + report.numPendingTests).toBe(report.numTotalTests);
  expect(report.numPassedTests).toBeGreaterThan(150);
  expect(report.numTotalTests).toBeGreaterThanOrEqual(project.packages.length);
});

test('a page is built with vite', async () => {
  await project.write('index.html', '<!doctype html><script type="module" src="/main.tsx"></script>');
  await project.node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  const assets = path.join(project.folder, 'dist/assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map((file) => readFile(path.join(assets, file))));
  const size = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  console.log(`A page with React and the fakes: ${kB(size)} gzip`);
  // A whole cloud and React, of which 60 kB are React.
  expect(size).toBeLessThan(320_000);
});

test('plain Node runs them', async () => {
  expect(await project.node('first.js')).toBe('It runs.\n');
});
