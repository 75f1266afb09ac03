/**
 * Product files that know a device: one browser of a person, or its push registration. Devices are the matter of the push channel; all other
 * code asks channels for ways to a person. Counted are files with a name (an identifier) of a device or a registration in them, or with an
 * import of a module that is named after devices. To see a new one: `vitest run tests/project/lint/device-knowledge.test.ts`.
 */
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { projectModules, projectText } from '../../project-files.ts';

/** The channel, its model, its commands, this browser's part of it, and their screens. */
const home =
  /^(domain\/device\/|functions\/channels\/push\/|api\/commands\/devices\.ts|src\/data\/queries\/(this-(device|target)|my-(devices|push-ways)|push-owner|sign-out-consequence|end-own-push)\.ts|src\/features\/(me\/(devices|add-device)|home\/(devices|lost-devices))\.tsx)/u;

/** Registrations of a service worker, the theme of the machine, and stored lists and collections that are called `devices`. */
const others = /ServiceWorkerRegistration|^getRegistrations?$|^deviceIsDark$|^devices$/u;
const serviceWorker = /^src\/app\/(service-worker\/|app-version\.ts)/u;

/** Files elsewhere: they put the parts together, or name permissions, stored fields and screens. None may be added. */
const elsewhere = [
  'api/commands.ts',
  'api/field-labels.ts',
  'api/paths.ts',
  'api/server-paths.ts',
  'demo/teammates/teammate.ts',
  'domain/channel/schema.ts',
  'domain/constants.ts',
  'domain/permission-words.ts',
  'domain/permissions.ts',
  'functions/account/own-data.ts',
  'functions/document-schemas.ts',
  'src/app/move/move-policy.ts',
  'src/app/signed-in.tsx',
  'src/features/home/home-screen.tsx',
  'src/features/me/me-screen.tsx',
];

const isAbout = (name: string): boolean => /device|registration/iu.test(name) && !others.test(name);

function namesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (typeof node !== 'object' || node === null) return [];
  const own = 'type' in node && 'name' in node && typeof node.name === 'string' ? [node.name] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

function knowsDevices(file: string, text: string): boolean {
  const parsed = parseSync(file, text);
  const imported = parsed.module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return namesIn(parsed.program).some(isAbout) || imported.some((name) => /\bdevices?\b/u.test(name));
}

const files = projectModules(['api', 'domain', 'functions', 'demo', 'src'], /\.test\.tsx?$|\.d\.ts$/u);

it('no more files than before know a device', () => {
  const found = files.filter((file) => !serviceWorker.test(file) && knowsDevices(file, projectText(file)));
  expect(found.filter((file) => !home.test(file))).toEqual(elsewhere);
  expect(found.length - elsewhere.length).toBeLessThanOrEqual(21);
});

it.each([
  ['a name', 'export const of = (deviceId: string) => deviceId;'],
  ['a type', 'export interface A { readonly registration: string }'],
  ['an element', 'export const A = () => <AddDevice />;'],
  ['an import', "import { x } from '#domain/device/way.ts'; export const y = x;"],
])('finds a device in %s', (_what, text) => {
  expect(knowsDevices('a.tsx', text)).toBe(true);
});

it('leaves ways alone', () => {
  expect(knowsDevices('a.ts', "export const a = { devices: 1, word: 'No device' };")).toBe(false);
});
