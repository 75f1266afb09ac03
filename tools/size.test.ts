import { beforeAll, expect, test } from 'vitest';
import { sharedBuild } from './shared-builds.ts';
import { type Kind, type Script, withSteadyHashes } from './size-build.ts';
import { foreign, modulesIn, screens, scriptsOf, sizeOf, workers, workerScript } from './size-screens.ts';

const script = (file: string, modules: readonly string[], more: Partial<Script> = {}): Script => ({
  file,
  size: 10,
  entry: false,
  worker: false,
  modules: new Map(modules.map((name) => [name, 1])),
  code: '',
  imports: [],
  later: [],
  ...more,
});

const page = script('page.js', ['src/main.tsx'], {
  entry: true,
  imports: ['shared.js'],
  later: ['screen.js'],
});
const shared = script('shared.js', ['src/button.tsx']);
const screen = script('screen.js', ['src/screen.tsx'], { imports: ['shared.js', 'more.js'] });
const more = script('more.js', ['src/more.ts'], { imports: ['screen.js'] });
const all = [page, shared, screen, more];

test('the page’s script counts with its imports, and later ones don’t', () => {
  expect(scriptsOf(all, [])).toEqual([page, shared]);
});

test('a screen’s scripts count once with their imports', () => {
  expect(new Set(scriptsOf(all, ['src/screen.tsx', /more/]))).toEqual(new Set(all));
  expect(sizeOf(scriptsOf(all, ['src/screen.tsx', /more/]))).toBe(40);
});

test('a removed module fails', () => {
  expect(() => scriptsOf(all, ['src/gone.tsx'])).toThrow(/gone/);
});

const built = new Map<Kind, readonly Script[]>();

beforeAll(async () => {
  for (const kind of ['embedded', 'firebase'] as const) built.set(kind, (await sharedBuild(kind)).scripts);
});

test.each([
  ['embedded', 'Firebase', /^fakes\/client\//],
  ['firebase', 'the embedded provider', /^node_modules\/@firebase\/app\//],
] as const)('the %s build contains nothing of %s', (kind, _name, own) => {
  const scripts = built.get(kind) ?? [];
  expect(modulesIn(scripts, own).length).toBeGreaterThan(0);
  expect(modulesIn(scripts, foreign[kind])).toEqual([]);
});

test('every module of the other provider would be detected', () => {
  expect(modulesIn(built.get('embedded') ?? [], foreign.firebase).length).toBeGreaterThan(100);
  expect(modulesIn(built.get('firebase') ?? [], foreign.embedded).length).toBeGreaterThan(10);
});

test('both worker scripts of the demonstration stay below their ceilings', () => {
  for (const worker of workers) {
    const { size } = workerScript(built.get('embedded') ?? [], worker);
    expect(size).toBeGreaterThan(100_000);
    expect(size).toBeLessThan(worker.ceiling);
  }
});

test('the worker’s first script contains no server code, rules language or client, and trimmed regular expressions', () => {
  const [worker] = workers;
  const script = worker && workerScript(built.get('embedded') ?? [], worker);
  const later =
    /^(?:functions|fakes\/client|demo\/teammates)\/|^fakes\/cloud\/rules\/(?:judge|parse|proof\/prove)\.ts/;
  expect(modulesIn(script ? [script] : [], /^fakes\/cloud\//).length).toBeGreaterThan(50);
  expect(modulesIn(script ? [script] : [], later)).toEqual([]);
  const regex = modulesIn(script ? [script] : [], /^node_modules\/re2js\/|unicode-tables\.ts$/);
  expect(regex.toSorted()).toEqual([
    'adapters/embedded-browser/unicode-tables.ts',
    'node_modules/re2js/build/index.js',
  ]);
});

test('a removed worker fails', () => {
  expect(() => workerScript(all, { name: '', kind: 'embedded', begins: 'src/gone.ts', ceiling: 0 })).toThrow(
    /gone/,
  );
});

test('the documents SDK of Firebase contains no trimmed regular expressions', () => {
  const scripts = built.get('firebase') ?? [];
  // Patterns of routing rules have their own script, which begins with the first of them.
  const others = scripts.filter(({ modules }) => !modules.has('api/routing-patterns.ts'));
  expect(scripts.length - others.length).toBe(1);
  expect(modulesIn(others, /re2js/)).toEqual([]);
  expect(modulesIn(built.get('firebase') ?? [], /no-regex\.ts$/)).toEqual(['src/app/firebase/no-regex.ts']);
});

test('the sign-in screen on Firebase loads the app and auth only', () => {
  const signIn = screens.find(({ name }) => name === 'Sign-in screen, Firebase');
  const fetched = scriptsOf(built.get('firebase') ?? [], signIn?.asks ?? []);
  expect(modulesIn(fetched, /^node_modules\/@firebase\/auth\//).length).toBeGreaterThan(0);
  expect(modulesIn(fetched, signIn?.without ?? /./)).toEqual([]);
});

test.each(['embedded', 'firebase'] as const)(
  'the service worker of %s is one plain script at the root',
  (kind) => {
    const worker = built.get(kind)?.find(({ file }) => file === 'sw.js');
    expect(worker?.size).toBeGreaterThan(200);
    expect(worker?.code).not.toMatch(/(?:^|[;}\s])(?:import|export)\b/);
  },
);

test('a script’s size does not depend on the hashes of others', () => {
  const code = (hash: string) => `import{a}from"./room-screen-${hash}.js";import("./more-${hash}.css")`;
  expect(withSteadyHashes(code('A1b2C3d4'))).toBe(withSteadyHashes(code('Zz_-9876')));
  expect(withSteadyHashes(code('A1b2C3d4'))).toHaveLength(code('A1b2C3d4').length);
  expect(withSteadyHashes('a-b.js room-screen.js')).toBe('a-b.js room-screen.js');
});
