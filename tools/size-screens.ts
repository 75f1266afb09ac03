/**
 * Scripts that a browser has loaded when a screen is ready, with their limits. Sizes are in brotli, in kB of 1,000 bytes.
 * tests/e2e/scripts.spec.ts compares these lists with what a browser really loads.
 */
import type { Kind, Script } from './size-build.ts';

/** Requested modules, each with its dependencies. A pattern names all matches. */
export type Asks = readonly (string | RegExp)[];

export interface Screen {
  readonly name: string;
  readonly kind: Kind;
  /** Scripts needed until the screen is complete and usable. */
  readonly asks: Asks;
  /** Scripts loaded afterwards when idle. Counted apart. */
  readonly follows: Asks;
  /** Upper limit; lowered with every saving, raised for a gain that was measured (docs/decisions). */
  readonly ceiling: number;
  /** Intended size. */
  readonly target: number;
  /** Packages and rooms that may not be in it. */
  readonly without?: RegExp;
}

const kB = 1000;

/** Modules of Firebase except the app, the core of auth and their base. */
const beyondAuth = '^node_modules/(?:@firebase|firebase)/(?!(?:app|auth|component|logger|util)/)';
/** Popups over a screen; the triggers of tooltips are in every screen but sign-in. */
const floating =
  '^node_modules/(?:@floating-ui/(?:core|dom|react-dom)|@base-ui/react/(?:dialog|menu|toast|popover|select|combobox))/';
/** Form libraries: no part of screens without a form. */
const forms = '^node_modules/(?:react-hook-form|@hookform)/';
const tooltips = '^node_modules/@base-ui/react/tooltip/';
/** Fields of forms and of dialogs: no part of a room's first screen. */
const fields = '^node_modules/@base-ui/react/(?:select|combobox|autocomplete|radio|radio-group)/';
/** Temporal for browsers without their own. */
const polyfill = '^node_modules/temporal-polyfill/';

export const screens: readonly Screen[] = [
  {
    name: 'Sign-in screen, embedded',
    kind: 'embedded',
    asks: ['src/app/embedded/open.ts', 'src/features/sign-in/screens.ts'],
    follows: [],
    ceiling: 122 * kB,
    target: 120 * kB,
    without: new RegExp(`${floating}|${forms}|${tooltips}|${polyfill}`),
  },
  {
    name: 'First screen, embedded',
    kind: 'embedded',
    asks: [
      'src/app/embedded/open.ts',
      'fakes/client/client.ts',
      'src/app/inside.ts',
      'src/features/home/home-screen.tsx',
    ],
    follows: [
      /^src\/features\/(?!sign-in).*-screen\.tsx$/,
      'src/app/frame-later.ts',
      'src/ui/tooltip-popup.tsx',
      'src/ui/toast-list.tsx',
    ],
    ceiling: 239.3 * kB,
    target: 235 * kB,
    without: new RegExp(`${floating}|${forms}|${polyfill}`),
  },
  {
    name: 'Room as the first screen, embedded',
    kind: 'embedded',
    asks: [
      'src/app/embedded/open.ts',
      'fakes/client/client.ts',
      'src/app/inside.ts',
      'src/features/incidents/room-screen.tsx',
    ],
    follows: ['src/features/incidents/later.ts'],
    ceiling: 334.3 * kB,
    target: 320 * kB,
    without: new RegExp(`${forms}|${fields}|${polyfill}`),
  },
  {
    name: 'Sign-in screen, Firebase',
    kind: 'firebase',
    asks: [
      'src/app/firebase/open.ts',
      'adapters/firebase/auth/driver.ts',
      'src/features/sign-in/screens.ts',
      'src/features/sign-in/account-form.tsx',
    ],
    follows: [
      'adapters/firebase/config/driver.ts',
      'adapters/firebase/auth/social.ts',
      'adapters/firebase/backend.ts',
      'adapters/firebase/docs/driver.ts',
      'adapters/firebase/docs/open.ts',
      'src/ui/tooltip-popup.tsx',
      'src/app/inside.ts',
      'src/features/home/home-screen.tsx',
      /^src\/features\/sign-in\/later\.ts$/,
    ],
    ceiling: 157.8 * kB,
    target: 140 * kB,
    without: new RegExp(`${beyondAuth}|${floating}|${tooltips}|${polyfill}`),
  },
  {
    name: 'Home, signed in, Firebase',
    kind: 'firebase',
    asks: [
      'src/app/firebase/open.ts',
      'adapters/firebase/backend.ts',
      'adapters/firebase/auth/driver.ts',
      'adapters/firebase/docs/driver.ts',
      'adapters/firebase/docs/open.ts',
      'src/app/inside.ts',
      'src/features/home/home-screen.tsx',
    ],
    follows: [
      /^adapters\/firebase\/(?:realtime|config|performance)\/driver\.ts$/,
      'src/app/frame-later.ts',
      'src/ui/tooltip-popup.tsx',
      'src/ui/toast-list.tsx',
    ],
    // With the BSON values of the SDK 13: docs/decisions/2026-11-29-firebase-13.md.
    ceiling: 333.2 * kB,
    target: 320 * kB,
    without: new RegExp(`${floating}|${forms}|${polyfill}`),
  },
];

/** Upper limits of a build's number of scripts, lowered with every saving. */
export const mostScripts: Readonly<Record<Kind, number>> = { embedded: 102, firebase: 89 };

/** A script of a worker, with all that it needs. */
export interface Worker {
  readonly name: string;
  readonly kind: Kind;
  /** A module that no other script of the worker holds. */
  readonly begins: string;
  /** Upper limit, as of a screen. */
  readonly ceiling: number;
}

export const workers: readonly Worker[] = [
  {
    name: 'Worker of the demonstration, for the sign-in screen',
    kind: 'embedded',
    begins: 'src/app/embedded/worker.ts',
    ceiling: 125 * kB,
  },
  {
    name: 'Worker of the demonstration, from the first signed-in person on',
    kind: 'embedded',
    begins: 'functions/index.ts',
    ceiling: 141 * kB,
  },
];

/** @throws Error when the module that it begins with has gone */
export function workerScript(scripts: readonly Script[], { begins }: Worker): Script {
  const script = holding(scripts, begins).find(({ worker }) => worker);
  if (!script) throw new Error(`No script of a worker holds ${begins}.`);
  return script;
}

/** Modules that must not be in a build at all. */
export const foreign: Readonly<Record<Kind, RegExp>> = {
  embedded:
    /^node_modules\/(?:@firebase|firebase)\/|^adapters\/(?!(?:embedded-)?browser\/)|^src\/app\/firebase\//,
  firebase:
    /^(?:query|fakes|demo|functions|emulator)\/|^(?:adapters\/embedded-browser|src\/app\/embedded)\/|\.rules$|^node_modules\/firebase-(?:admin|functions)\//,
};

/** Scripts loaded for these modules, beside the page's own. */
export function scriptsOf(scripts: readonly Script[], asks: Asks): readonly Script[] {
  const byFile = new Map(scripts.map((script) => [script.file, script]));
  const found = new Set<Script>();
  const add = (script: Script | undefined) => {
    if (!script || found.has(script)) return;
    found.add(script);
    for (const file of script.imports) add(byFile.get(file));
  };
  for (const script of scripts) if (script.entry) add(script);
  // Workers hold some of the page’s modules too.
  for (const ask of asks) for (const script of holding(scripts, ask)) if (!script.worker) add(script);
  return [...found];
}

/** @throws Error when a module that is named has gone: a budget must not be kept by a screen that is not measured */
function holding(scripts: readonly Script[], ask: string | RegExp): readonly Script[] {
  const fits = (name: string) => (typeof ask === 'string' ? name === ask : ask.test(name));
  const holders = scripts.filter(({ modules }) => [...modules.keys()].some(fits));
  if (holders.length === 0)
    throw new Error(`No script holds ${String(ask)}: tools/size-screens.ts measures what is not there.`);
  return holders;
}

export const sizeOf = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { size }) => sum + size, 0);

/** Modules in the scripts that match, by name. */
export const modulesIn = (scripts: readonly Script[], pattern: RegExp): readonly string[] =>
  scripts.flatMap(({ modules }) => [...modules.keys()].filter((name) => pattern.test(name)));

/** Ports with a script of their own here, and the modules that load it. */
export function parts(scripts: readonly Script[]): readonly { readonly port: string; readonly asks: Asks }[] {
  const drivers = modulesIn(scripts, /^adapters\/firebase\/[^/]+\/driver\.ts$/);
  return [...new Set(drivers)]
    .toSorted()
    .map((driver) => ({ port: driver.split('/')[2] ?? driver, asks: [driver] }));
}
