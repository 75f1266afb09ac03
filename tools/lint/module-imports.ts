/**
 * Allowed imports between modules. A module is a top-level folder, or one of the few nested ones below; each lists what it may
 * import and, for the common mistakes, where the code belongs instead.
 */
import path from 'node:path';

interface Module {
  /** Modules this one may import, beside itself. */
  readonly may: readonly string[];
  /** Packages this module may import (a name or a prefix ending in `/`); absent: any package not reserved below. */
  readonly packages?: readonly string[];
  /** Replacement, named in the message. */
  readonly instead: string;
}

const modules: Record<string, Module> = {
  domain: {
    may: [],
    packages: ['valibot', 'temporal-polyfill', '@noble/hashes'],
    instead: 'The domain is pure: pass what it needs as an argument (a value, a time, a function).',
  },
  ports: {
    may: [],
    packages: [],
    instead:
      'A port is a contract and knows no product and no provider: move the type into ports/, behaviour that every provider needs into provider-kit/.',
  },
  api: {
    may: ['domain', 'ports'],
    packages: ['valibot', 'ical.js', 're2js'],
    instead: 'What browser and server agree on knows neither of them: pass what it needs as an argument.',
  },
  'adapters/embedded-browser': {
    may: [
      'ports',
      'provider-kit',
      'query',
      'sync',
      'firebase-rules',
      'fakes',
      'fakes/cloud',
      'fakes/client',
      'adapters',
    ],
    instead:
      'It hosts any application: take functions, rules and seed as parameters (`EmbeddedApplication`).',
  },
  'adapters/embedded-node': {
    may: [
      'ports',
      'provider-kit',
      'query',
      'sync',
      'firebase-rules',
      'fakes',
      'fakes/cloud',
      'fakes/client',
      'adapters',
    ],
    instead:
      'It hosts any application: take functions, rules and seed as parameters (`EmbeddedApplication`).',
  },
  'adapters/postgres': {
    may: ['ports', 'provider-kit', 'query', 'sync', 'firebase-rules', 'adapters'],
    instead: 'It serves any application: take functions, rules and indexes as parameters.',
  },
  adapters: {
    may: ['ports', 'provider-kit', 'query', 'sync'],
    instead: 'An adapter translates between a port and one SDK, nothing more.',
  },
  'provider-kit': {
    may: ['ports'],
    packages: ['ipaddr.js'],
    instead: 'What every provider needs knows no provider and no product: pass what it needs as an argument.',
  },
  query: {
    may: ['ports', 'provider-kit'],
    packages: [],
    instead:
      'Documents as a data structure know no service and no client: pass what they need as an argument.',
  },
  sync: {
    may: ['ports', 'provider-kit', 'query'],
    packages: [],
    instead: 'The offline documents client knows no backend: extend `DocsTransport` in sync/transport.ts.',
  },
  'firebase-rules': {
    may: ['ports', 'query'],
    packages: ['@noble/hashes', 're2js'],
    instead:
      'The rules languages know no cloud: pass what they need as an argument, or move what others need too into query/.',
  },
  react: {
    may: ['ports'],
    packages: ['react', '@tanstack/react-query'],
    instead: 'Hooks for any backend and any product: what knows one of them belongs into src/data.',
  },
  contracts: {
    may: ['ports', 'provider-kit', 'query', 'sync'],
    packages: ['vitest', 'otpauth', '@noble/hashes'],
    instead: 'A suite knows ports alone, and a stage what every provider uses: ask the stage for it.',
  },
  'contracts/minimal': {
    may: ['ports', 'provider-kit', 'query', 'sync'],
    packages: [],
    instead: 'The smallest provider shows what a provider needs: ports, provider-kit, query and sync.',
  },
  'fakes/cloud': {
    may: ['ports', 'provider-kit', 'query', 'firebase-rules'],
    instead: 'The cloud knows no client: let them meet over the channel in fakes/cloud/channel.ts.',
  },
  'fakes/client': {
    may: ['ports', 'provider-kit', 'query', 'sync', 'firebase-rules', 'fakes/cloud'],
    instead: 'The embedded client knows only its cloud and the ports.',
  },
  emulator: {
    may: ['ports', 'provider-kit', 'query', 'firebase-rules', 'fakes/cloud'],
    instead: 'The emulator serves the cloud over the wire; it needs no client.',
  },
  functions: {
    may: ['domain', 'api', 'ports'],
    packages: ['valibot', 'ical.js'],
    instead: 'Server code speaks to ports/server; the composition passes a provider in.',
  },
  demo: {
    may: ['domain', 'api', 'ports'],
    packages: [],
    instead:
      'The demonstration team is an ordinary client: give it a Backend, or server ports, as an argument.',
  },
  'src/app': {
    may: [
      'domain',
      'api',
      'ports',
      'provider-kit',
      'query',
      'sync',
      'firebase-rules',
      'fakes',
      'fakes/cloud',
      'fakes/client',
      'adapters',
      'adapters/embedded-browser',
      'adapters/embedded-node',
      'adapters/postgres',
      'functions',
      'demo',
      'react',
      'contracts/minimal',
      'src/features',
      'src/components',
      'src/data',
      'src/ui',
    ],
    instead: 'src/app composes everything; nothing composes it.',
  },
  'src/features': {
    may: ['domain', 'api', 'ports', 'react', 'src/components', 'src/data', 'src/ui'],
    instead:
      'A feature asks src/data for data and src/ui for looks; what two features share moves into src/components.',
  },
  'src/components': {
    may: ['domain', 'src/ui'],
    instead: 'A product component gets entities as props: the feature reads them through src/data.',
  },
  'src/data': {
    may: ['domain', 'api', 'ports', 'react'],
    instead:
      'src/data turns ports into queries and commands; a screen belongs in src/features, a component in src/components or src/ui.',
  },
  'src/ui': {
    may: [],
    instead:
      'A primitive knows no product: pass it in as props, or move what knows the domain into src/components.',
  },
  cli: {
    may: ['domain', 'api', 'ports'],
    packages: ['valibot', 'yaml', 'openapi-fetch', 'node:crypto', 'node:fs', 'node:path', 'node:util'],
    instead:
      'The command line is a client of the HTTP API: ask the server, or move what both need into api/ or domain/.',
  },
  gallery: {
    may: ['domain', 'src/components', 'src/ui'],
    instead: 'The gallery shows src/ui and src/components, with samples of its own.',
  },
  tests: {
    may: [
      'domain',
      'api',
      'ports',
      'provider-kit',
      'query',
      'sync',
      'firebase-rules',
      'contracts',
      'contracts/minimal',
      'react',
      'adapters',
      'adapters/embedded-browser',
      'adapters/embedded-node',
      'adapters/postgres',
      'fakes',
      'fakes/cloud',
      'fakes/client',
      'emulator',
      'functions',
      'demo',
      'cli',
      'src/app',
      'src/features',
      'src/components',
      'src/data',
      'src/ui',
      'tests',
      'tools',
    ],
    instead: 'A test may import every module.',
  },
  tools: {
    may: [
      'api',
      'ports',
      'provider-kit',
      'query',
      'sync',
      'firebase-rules',
      'domain',
      'contracts/minimal',
      'fakes',
      'fakes/cloud',
      'fakes/client',
      'adapters',
      'adapters/embedded-browser',
      'adapters/postgres',
      'cli',
      'src/app',
    ],
    instead: 'A tool reads the ports, the domain, what providers publish and how the app is put together.',
  },
};

/** Packages that only the named modules (and tests) may import. */
const reserved: readonly {
  readonly pattern: RegExp;
  readonly only: readonly string[];
  /** The folders of tests that may import it too; absent: every test. */
  readonly tests?: readonly string[];
  readonly why: string;
}[] = [
  {
    pattern: /^(firebase|@firebase|firebase-admin|firebase-functions)(\/|$)/,
    only: ['adapters'],
    tests: ['tests/differential', 'tests/official', 'tests/bench', 'tests/contracts/firebase'],
    why: 'Only adapters/firebase and adapters/firebase-admin import Firebase: ask the port for it.',
  },
  {
    pattern: /^inversify(\/|$)/,
    only: ['src/app'],
    why: 'Only src/app imports inversify: take what you need as an argument, or from usePort() of react/.',
  },
  {
    pattern: /^(react|react-dom|@base-ui|wouter|lucide-react|react-hook-form)(\/|$)/,
    only: ['react', 'src/app', 'src/features', 'src/components', 'src/data', 'src/ui', 'gallery'],
    why: 'Only src, react/ and the gallery are React.',
  },
];

/** Ports that only server code, providers and their tests import; other code asks the port whether they exist. */
const serverOnly = {
  file: 'ports/server/collection-group.ts',
  others: /^(?:react|src)(?:\/|$)/,
  instead: 'Ask `docs.groups` for a query of a group: it is null where the provider has none.',
} as const;

/** The public face of the fakes: files of `fakes/` outside both halves. */
const fakesModule: Module = {
  may: ['fakes/cloud', 'fakes/client', 'firebase-rules', 'ports', 'provider-kit', 'query', 'sync'],
  instead: '',
};

/** Modules that each module may import, beside itself. */
export const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ ...modules, fakes: fakesModule }).map(([name, { may }]) => [name, may]),
);

const known = Object.keys(modules).toSorted((a, b) => b.length - a.length);

/** The module of a path relative to the repository, or null for a file outside every module. */
export function moduleOf(file: string): string | null {
  const posix = file.split(path.sep).join('/');
  const name = known.find((one) => posix === one || posix.startsWith(`${one}/`));
  if (name) return name;
  return posix.startsWith('fakes/') ? 'fakes' : null;
}

const isTest = (file: string) => /\.(test|bench|contract|fixture)\.tsx?$/.test(file);

/** The message about a forbidden import, or null for an allowed one. */
export function checkImport(fromFile: string, specifier: string): string | null {
  const from = moduleOf(fromFile);
  if (from === null) return null;
  const importer = isTest(fromFile) ? 'tests' : from;
  const module = modules[importer] ?? fakesModule;

  const local = localTarget(fromFile, specifier);
  if (local === null) return checkPackage(fromFile, importer, module, specifier);

  const to = moduleOf(local);
  if (to === null || to === from) return checkFeature(fromFile, local, importer);
  if (local === serverOnly.file && serverOnly.others.test(importer))
    return `${from} may not import ${specifier}. ${serverOnly.instead}`;
  if (module.may.includes(to)) return null;
  return `${from} may not import ${to} (${specifier}). ${module.instead}`;
}

function localTarget(fromFile: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(fromFile), specifier));
  return null;
}

function checkPackage(file: string, from: string, module: Module, specifier: string): string | null {
  const reservation = reserved.find((entry) => entry.pattern.test(specifier));
  if (from === 'tests') {
    const inside = reservation?.only.includes(moduleOf(file) ?? '') ?? true;
    if (inside || !reservation?.tests || reservation.tests.some((folder) => file.startsWith(`${folder}/`)))
      return null;
    return `This test may not import ${specifier}. ${reservation.why} Only ${reservation.tests.join(' and ')} set it beside the embedded provider.`;
  }
  if (reservation && !reservation.only.includes(from))
    return `${from} may not import ${specifier}. ${reservation.why}`;
  if (
    module.packages &&
    !module.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  )
    return `${from} may not import the package ${specifier}. ${module.instead}`;
  return null;
}

function checkFeature(fromFile: string, local: string, importer: string): string | null {
  if (importer !== 'src/features') return null;
  const feature = (file: string) => file.split('/')[2];
  if (feature(fromFile) === feature(local)) return null;
  return `The feature ${feature(fromFile)} may not import the feature ${feature(local)}. What two features share moves into src/components, src/data or src/ui; src/app puts features side by side.`;
}
