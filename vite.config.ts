import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Rolldown } from 'vite';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { directWorkers } from './tools/direct-workers.ts';
import { compressedFiles } from './tools/compressed-files.ts';
import { sendDevPolicy } from './tools/dev-policy.ts';
import { withoutRegex } from './tools/documents-sdk.ts';
import { hostedHeaders, hostedHeadersOf, sendHostedHeaders } from './tools/hosted-headers.ts';
import { loadInstallation } from './tools/installation.ts';
import { leanRegexPlugin } from './tools/lean-regex.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { type FirstModules, paintShell } from './tools/shell.ts';
import { testSeed } from './tools/test-seed.ts';
import { testLimitMs, waiting } from './tests/time-limits.ts';

const room = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Browser build of the SDK, whose documents use WebChannel and REST; Node gets another build. */
const browserAuth = './node_modules/@firebase/auth/dist/esm/index.js';
const browserDocuments = './node_modules/@firebase/firestore/dist/index.esm.js';

/**
 * `--mode firebase` builds for the installation in muster.config.json; any other mode is the demonstration, or with `VITE_PROVIDER=minimal` the
 * smallest provider.
 */
const providerOf = (mode: string): string =>
  mode === 'firebase' ? 'firebase' : (process.env['VITE_PROVIDER'] ?? 'embedded');

async function provided(mode: string): Promise<Record<string, string>> {
  const provider = providerOf(mode);
  const installation = provider === 'firebase' ? await loadInstallation(room('.')) : null;
  return {
    'import.meta.env.VITE_PROVIDER': JSON.stringify(provider),
    'import.meta.env.VITE_INSTALLATION': JSON.stringify(installation),
  };
}

/** A test of module ids; `\\` counts as `/`. */
const anyOf =
  (...patterns: readonly RegExp[]) =>
  (id: string) =>
    patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')));

const sharedTest =
  /[\\/](?:src[\\/](?:ui|components|data|features[\\/]incidents)|domain|api|ports|provider-kit|node_modules[\\/](?!temporal-polyfill|ical\.js|re2js|qr|firebase|@firebase)[^\\/]+)[\\/]/;

const roomModules = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>();

/** Modules that a room's first screen imports, itself included. */
function roomModulesOf(context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const known = roomModules.get(context);
  if (known) return known;
  const modules = new Set([room('./src/features/incidents/room-screen.tsx')]);
  for (const id of modules)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  roomModules.set(context, modules);
  return modules;
}

const sharedFirst = (id: string, context: Rolldown.ChunkingContext): string | null =>
  roomModulesOf(context).has(id) ? 'shared' : null;

/**
 * Script groups. Modules that are always loaded together form one script: smaller when compressed, one request. Each group includes its
 * dependencies, unless an earlier group has them.
 */
const scripts = [
  {
    name: 'start',
    // With what the sign-in screen shares with the screens behind it.
    test: anyOf(
      /rolldown\/runtime\.js$/,
      /\/src\/app\/main\.tsx$/,
      /\/src\/components\/(?:avatar\.(?:tsx|module\.css)|avatar-pictures\.ts|person-colour\.ts)$/,
      /\/src\/data\/client\/(?:errors|named-actions|settings)\.ts$/,
      /\/src\/features\/sign-in\/(?:auth-layout|sign-in|sign-in-skeleton)\.module\.css$/,
      /\/src\/ui\/(?:problem\.tsx|icon-button\.module\.css|(?:field|text-input)\.(?:tsx|module\.css))$/,
      /\/(?:ports\/defaults|provider-kit\/settings|domain\/mail-address)\.ts$/,
      /\/react-query\/build\/modern\/(?:suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider)\.js$/,
      /\/icons\/(?:bell-ring|file-text|messages-square|user-round|mail|smartphone|arrow-left|arrow-right|key-round)\.mjs$/,
    ),
  },
  { name: 'sign-in', test: /[\\/]src[\\/]features[\\/]sign-in[\\/]screens\.ts$/ },
  // Its own in both builds: the demonstration's sign-in screen begins without a form.
  { name: 'form', test: /[\\/]src[\\/]features[\\/]sign-in[\\/]account-form\.tsx$/ },
  {
    name: 'backend',
    test: /[\\/](?:src[\\/]app[\\/](?:firebase|embedded|host|minimal)[\\/]open|firebase[\\/]auth[\\/]driver)\.ts$/,
  },
  {
    name: 'home',
    test: /[\\/](?:src[\\/]app[\\/]inside\.ts|home-screen\.tsx|adapters[\\/]firebase[\\/]backend\.ts|fakes[\\/]client[\\/]client\.ts|ports[\\/]workers[\\/]workers\.ts)$/,
  },
  { name: 'documents', test: /[\\/]adapters[\\/]firebase[\\/]docs[\\/](?:driver|open)\.ts$/ },
  // Shared by the room's composer and the ways to sign in.
  { name: 'drafts', test: /[\\/]src[\\/]data[\\/]client[\\/]drafts\.ts$/ },
  // Screens before a team is open, and the ways to sign in: without the modules of a team's screens.
  {
    name: 'arrival',
    test: /[\\/]src[\\/]features[\\/]sign-in[\\/](?:(?:invite|recover|welcome)-screen\.tsx|later\.ts)$/,
  },
  // What a room's first screen shares with other screens; then modules that at least three of the later scripts need, as fields of forms.
  { name: sharedFirst, test: sharedTest, minShareCount: 2 },
  { name: 'shared-later', test: sharedTest, minShareCount: 3 },
  // Small modules that a few later scripts share.
  { name: 'icons', test: /[\\/]icons[\\/][a-z0-9-]+\.mjs$/, minShareCount: 2 },
  {
    name: 'rehearsal',
    test: anyOf(
      /\/src\/components\/rehears[\w-]+\.(?:tsx?|module\.css)$/,
      /\/src\/data\/queries\/alert-setup\.ts$/,
      /\/domain\/policy\/(?:alert-)?rehearsal\.ts$/,
    ),
    minShareCount: 2,
  },
  {
    name: 'machines',
    test: /[\\/](?:domain[\\/](?:ingest|routing|personal-webhook|webhook|api-key|slack)|api[\\/](?:api-key|feed-secret|load-patterns|slack-code)|src[\\/]data[\\/]queries[\\/]slack)[\\/.]/,
    minShareCount: 2,
  },
  {
    name: 'small',
    test: anyOf(
      /\/src\/components\/way-proof\.tsx$/,
      /\/src\/data\/(?:client\/outside-requests|incident-number)\.ts$/,
      /\/src\/features\/(?:on-call\/(?:read-calendar|parts|span)\.ts|incidents\/why-page\.tsx)$/,
      /\/src\/features\/on-call\/(?:left-out-notes\.(?:tsx|module\.css)|override\.module\.css)$/,
      /\/react\/utils\/getElementTransform\.mjs$/,
    ),
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/** Scripts that are fetched beside the page's own, by the screen that comes, and once the sign-in screen stands. */
function firstModules(mode: string): FirstModules {
  const provider =
    mode === 'firebase'
      ? ['src/app/firebase/open.ts', 'adapters/firebase/auth/driver.ts']
      : [`src/app/${providerOf(mode)}/open.ts`];
  // The demonstration's sign-in screen begins with its people.
  const form = providerOf(mode) === 'embedded' ? [] : ['src/features/sign-in/account-form.tsx'];
  const frame = [
    ...provider,
    ...(providerOf(mode) === 'embedded' ? ['fakes/client/client.ts'] : []),
    // A signed-in person's documents: without this, fetched only once the provider has opened.
    ...(mode === 'firebase'
      ? ['adapters/firebase/backend.ts', 'adapters/firebase/docs/driver.ts', 'adapters/firebase/docs/open.ts']
      : []),
    'src/app/inside.ts',
    'src/features/home/home-screen.tsx',
  ];
  return {
    'sign-in': [...provider, 'src/features/sign-in/screens.ts', ...form],
    frame,
    next: [...frame, 'src/features/sign-in/later.ts'],
  };
}

/** The same for the development server, whose policy depends on the answer, and where files are not kept. */
async function devHeaders(): Promise<Record<string, string>> {
  const { 'Content-Security-Policy': _, 'Cache-Control': __, ...others } = await hostedHeaders();
  return others;
}

const leanRegex = () => leanRegexPlugin(room('./adapters/embedded-browser/unicode-tables.ts'));

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => ({
  plugins: [
    react(),
    withoutRegex(room('./src/app/firebase/no-regex.ts')),
    // Elsewhere its rare users load it whole.
    ...(mode === 'firebase' ? [] : [leanRegex()]),
    paintShell(room('.'), await provided(mode), firstModules(mode)),
    directWorkers(),
    serviceWorker(mode === 'firebase' ? 'firebase' : 'embedded'),
    compressedFiles(),
    sendDevPolicy((await hostedHeaders())['Content-Security-Policy'] ?? ''),
    sendHostedHeaders(await hostedHeadersOf()),
  ],
  define: await provided(mode),
  resolve: {
    alias: [
      // Browsers that have Temporal need no stand-in.
      { find: /^temporal-polyfill$/, replacement: room('./src/app/temporal.ts') },
    ],
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: scripts } } },
  },
  worker: {
    format: 'es',
    plugins: () => [leanRegex()],
    // The worker that reads calendars begins with what other scripts load later.
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
      // The shared worker is one script, with all that its first requests need; what its later script shares with them comes with the first.
      output: {
        codeSplitting: {
          groups: [
            { name: 'worker', test: /[\\/]src[\\/]app[\\/]embedded[\\/]worker\.ts$/, priority: 4 },
            {
              name: 'program',
              test: /[\\/]src[\\/]app[\\/]embedded[\\/]demo-program\.ts$/,
              priority: 3,
            },
            // Modules that server code loads on demand share the rest with this script.
            {
              name: 'application',
              test: /[\\/]src[\\/]app[\\/]embedded[\\/]browser-application\.ts$/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, headers: await devHeaders() },
  preview: { port: 4173, headers: await hostedHeaders() },
  test: {
    testTimeout: testLimitMs,
    expect: { poll: waiting },
    // Most objects of a test are short-lived: with the default of 16 MB a tenth of the time of screens was garbage collection.
    execArgv: ['--max-semi-space-size=32'],
    hookTimeout: testLimitMs,
    // Cores plus one: tests of official parts wait for other processes. Vitest's default: cores minus one.
    maxWorkers: availableParallelism() + 1,
    // A run prints its seed; `TEST_SEED=N` or `--sequence.seed=N` repeats its order, and the random cases of its property tests.
    sequence: { shuffle: { files: true, tests: true }, seed: testSeed(process.env['TEST_SEED']) },
    globalSetup: [room('./tests/provide-draw.ts')],
    projects: [
      {
        // Tests that share a worker need its modules to keep no state between files; it saves half the processor time.
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          isolate: false,
          globalSetup: [room('./tests/contracts/postgres/servers-folder.ts')],
          include: [
            '{domain,api,cli,ports,provider-kit,query,sync,firebase-rules,contracts,fakes,emulator,functions,demo,tools}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{app,endurance,mutants,recorded}/**/*.test.ts',
            'tests/project/{docs,lint}/**/*.test.ts',
            'tests/contracts/*.test.ts',
            'tests/contracts/!(firebase)/**/*.test.ts',
          ],
        },
      },
      {
        // A worker a file: vendors' SDKs and modules of the browser keep state. The contract of documents runs in `browser-sdk`.
        extends: true,
        test: {
          name: 'isolated',
          environment: 'node',
          include: [
            '{adapters,src,react}/**/*.test.ts',
            'tests/{contracts/firebase,differential,project/packages}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, 'tests/contracts/firebase/docs.test.ts'],
        },
      },
      {
        // The contract of documents, and what adds to it, through the SDK that browsers get.
        extends: true,
        resolve: { alias: { 'firebase/firestore': room(browserDocuments) } },
        test: {
          name: 'browser-sdk',
          environment: 'node',
          include: ['tests/contracts/firebase/docs*.test.ts'],
          setupFiles: [room('./tests/contracts/firebase/browser.ts')],
        },
      },
      {
        // On the official local parts, which `npm test` installs first.
        extends: true,
        // In Node the SDK is another one, which keeps no session and knows no phone: the contracts want the browser's.
        resolve: { alias: { 'firebase/auth': room(browserAuth) } },
        test: {
          name: 'official',
          environment: 'node',
          include: ['tests/official/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          isolate: false,
          environment: room('./tests/app/one-jsdom.ts'),
          include: ['{src,gallery,react}/**/*.test.tsx', 'tests/{app,project/docs}/**/*.test.tsx'],
          setupFiles: [room('./tests/app/setup.ts')],
        },
      },
    ],
  },
}));
