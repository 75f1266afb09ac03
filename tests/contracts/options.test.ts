/**
 * Unknown options are refused by every public constructor and by every nested object of options. All exports of the public modules
 * are searched, so that no new one is missed.
 */
import { describe, expect, test } from 'vitest';
import * as admin from '#adapters/firebase-admin/server.ts';
import * as handlers from '#adapters/firebase-admin/handlers/handlers.ts';
import * as firebase from '#adapters/firebase/backend.ts';
import * as firebaseCore from '#adapters/firebase/core.ts';
import { firebaseClientOptions } from '#adapters/firebase/core.ts';
import { firebaseOptions } from '#adapters/firebase/options.ts';
import * as documents from '#emulator/docs/serve.ts';
import * as emulator from '#emulator/emulator.ts';
import * as realtime from '#emulator/realtime/serve.ts';
import { clientOptions } from '#fakes/client/client.ts';
import { cloudOptions } from '#fakes/cloud/options.ts';
import { fileRulesTestOptions, rulesTestOptions } from '#firebase-rules/rules/testing/options.ts';
import * as fakes from '#fakes/index.ts';
import * as rules from '#firebase-rules/index.ts';
import * as functions from '#functions/index.ts';
import { bounds, type SettingName } from '#ports/defaults.ts';
import { checkOptions, type Names } from '#ports/options.ts';
import { functionSetOptions } from '#provider-kit/functions/function-set-options.ts';
import { projectModules, projectText } from '../project-files.ts';

const documentRules = 'service cloud.firestore { match /databases/{db}/documents { } }';
const fileRules = 'service firebase.storage { match /b/{bucket}/o { } }';
const databaseRules = '{"rules": {}}';
const project = {
  apiKey: 'key',
  authDomain: 'localhost',
  projectId: 'demo-muster',
  appId: '1:1:web:1',
  messagingSenderId: '1',
  storageBucket: 'demo-muster.appspot.com',
  databaseURL: 'https://demo-muster.firebaseio.com',
};
const settingNames = Object.fromEntries(Object.keys(bounds).map((name) => [name, true as const]));

interface Taker {
  readonly names: Names;
  /** The known options exist only as types, and so does the absence of these. */
  readonly open: (options: never) => unknown;
}

/** Functions with options by their exported name; a second object of options has a mark of its own. */
const takers: Readonly<Record<string, Taker>> = {
  FakeCloud: { names: cloudOptions, open: (options) => new fakes.FakeCloud(options) },
  connect: {
    names: { ...clientOptions, settings: settingNames },
    open: (options) => fakes.connect(new fakes.FakeCloud(), options),
  },
  testRules: { names: rulesTestOptions, open: (options) => rules.testRules(documentRules, {}, options) },
  testFileRules: {
    names: fileRulesTestOptions,
    open: (options) => rules.testFileRules(fileRules, {}, options),
  },
  testDatabaseRules: {
    names: rulesTestOptions,
    open: (options) => rules.testDatabaseRules(databaseRules, null, options),
  },
  openFirebase: {
    names: { ...firebaseOptions, settings: settingNames },
    open: (options: object) => firebase.openFirebase({ project, ...options }),
  },
  'openFirebase, of this client': {
    names: firebaseClientOptions,
    open: (options) => firebase.openFirebase({ project }, options),
  },
  openCore: {
    names: { ...firebaseOptions, settings: settingNames },
    open: (options: object) => firebaseCore.openCore({ project, ...options }),
  },
  'openCore, of this client': {
    names: firebaseClientOptions,
    open: (options) => firebaseCore.openCore({ project }, options),
  },
  openServer: { names: admin.serverOptions, open: (options) => admin.openServer(options) },
  wrapHandlers: {
    names: functionSetOptions,
    open: (set: object) =>
      handlers.wrapHandlers({ callables: {}, ...set }, () => fakesServer(), { region: 'us-central1' }),
  },
  'wrapHandlers, of deploying': {
    names: handlers.handlerOptions,
    open: (options) => handlers.wrapHandlers({ callables: {} }, () => fakesServer(), options),
  },
  startEmulator: { names: emulator.emulatorOptions, open: (options) => emulator.startEmulator(options) },
  serveDocuments: {
    names: documents.documentsServerOptions,
    open: (options) => documents.serveDocuments(options),
  },
  serveRealtime: {
    names: realtime.realtimeServerOptions,
    open: (options) => realtime.serveRealtime(options),
  },
  createFunctions: {
    names: functions.functionsOptions,
    open: (options) => functions.createFunctions(options),
  },
};

const fakesServer = () => new fakes.FakeCloud().server;

/** Exports without options, each with its kind. */
const others = new Map<unknown, string>([
  [fakes.TestBrowser, 'takes nothing'],
  [fakes.memoryStore, 'takes nothing'],
  [fakes.ManualClock, 'takes a time'],
  [fakes.settle, 'takes nothing'],
  [fakes.ScriptedNetwork, 'takes a clock'],
  [rules.RulesError, 'takes what is wrong'],
  [firebase.withEveryPort, 'takes a core'],
]);

const faces = {
  admin,
  handlers,
  firebase,
  firebaseCore,
  documents,
  emulator,
  realtime,
  fakes,
  rules,
  functions,
};

test.each(Object.entries(faces))('every exported function of %s is listed', (_, face) => {
  const left = Object.entries(face).filter(
    ([name, value]) => typeof value === 'function' && !(name in takers) && !others.has(value),
  );
  expect(left.map(([name]) => name)).toEqual([]);
});

/** Used within one module only, by code that types check. */
const internal = new Set([
  'AdmissionOptions',
  'ChannelOptions',
  'ChannelServerOptions',
  'ChannelsOptions',
  'CloudHostOptions',
  'ConnectionOptions',
  'ConnectorOptions',
  'DatabaseOptions',
  'ExtensionMailOptions',
  'FileWriteOptions',
  'FunctionCallsOptions',
  'FileBytesOptions',
  'FileGuardOptions',
  'FilesHttpOptions',
  'GuardOptions',
  'HandOverOptions',
  'HostedCloudOptions',
  'HttpDoorOptions',
  'HubOptions',
  'InboxOptions',
  'InflowOptions',
  'LocalOptions',
  'OpenIdProviderOptions',
  'SamlProviderOptions',
  'ScimEndsOptions',
  'SecurityNoticesOptions',
  'ScimAnswersOptions',
  'MailOptions',
  'MemberOptions',
  'NodeHttpOptions',
  'OpenOptions',
  'OwnServerOptions',
  'PostgresAuthOptions',
  'PostgresDocsOptions',
  'PostgresFilesOptions',
  'PostgresPerformanceOptions',
  'BackupOptions',
  'S3FileStoreOptions',
  'S3RequestsOptions',
  'DatabaseTrialOptions',
  'SocialProviderOptions',
  'OpenWireAuthOptions',
  'PasskeyDriverOptions',
  'SocialSignInOptions',
  'UpgradeOptions',
  'DatabaseMoveOptions',
  'DatabaseFitsOptions',
  'DisconnectLeasesOptions',
  'FirebaseMoveOptions',
  'HttpServerOptions',
  'ListenOptions',
  'PostgresClientOptions',
  'PostgresHostOptions',
  'PostgresPushOptions',
  'RestoreOptions',
  'PostgresRealtimeOptions',
  'PostgresSchedulesOptions',
  'PostgresServerOptions',
  'PostgresTasksOptions',
  'PushServiceSenderOptions',
  'PostgresUploadsOptions',
  'RealtimeGuardOptions',
  'RequestsOptions',
  'RunLeasesOptions',
  'SavedOptions',
  'SdkDocsOptions',
  'ServerDocsOptions',
  'SessionWatchOptions',
  'SharedCloudOptions',
  'SiteOptions',
  'StoresOptions',
  'WebPushOptions',
  'WebPushesOptions',
  'WireAuthOptions',
  'WireFunctionsOptions',
  'WireOptions',
  'SentRecordsOptions',
  'ServedPeerOptions',
  'WireServerOptions',
  'WireStorageOptions',
  'SmtpOptions',
]);

test('every options type is listed', () => {
  const sources = projectModules(
    ['adapters', 'emulator', 'fakes', 'functions'],
    /\.(?:test|fixture)\.ts$/u,
  ).map(projectText);
  const found = (pattern: RegExp) =>
    sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const declared = found(/^export interface (\w+Options)\b/gmu);
  const written = new Set(found(/\bOptionNames<(\w+)>/gu));
  expect(declared).toContain('CloudOptions');
  expect(declared.filter((name) => !written.has(name) && !internal.has(name))).toEqual([]);
});

/** Objects of options: path of each, and its names. */
function* placesIn(names: Names, way: readonly string[] = []): Generator<readonly [string[], string[]]> {
  yield [[...way], Object.keys(names)];
  for (const [name, inner] of Object.entries(names))
    if (inner !== true) yield* placesIn(inner, [...way, name]);
}

const at = (way: readonly string[], options: object): object =>
  way.reduceRight<object>((inner, name) => ({ [name]: inner }), options);

async function refusalOf(open: Taker['open'], options: object): Promise<unknown> {
  try {
    await open(options as never);
  } catch (error) {
    return error;
  }
  return null;
}

describe.each(Object.entries(takers))('%s', (_, { names, open }) => {
  test.each([...placesIn(names)].map(([way, known]) => [way.join('.') || 'itself', way, known] as const))(
    'rejects a misspelt option of %s and names the right one',
    async (_, way, known) => {
      for (const name of known) {
        const misspelt = `${name}${name.at(-1)}`;
        const error = await refusalOf(open, at(way, { [misspelt]: 1 }));
        expect(error).toBeInstanceOf(TypeError);
        expect((error as TypeError).message).toContain(`“${[...way, misspelt].join('.')}”`);
        expect((error as TypeError).message).toContain(`“${[...way, name].join('.')}”`);
      }
      for (const name of ['toString', '__proto__x', 'constructor'])
        expect(await refusalOf(open, at(way, { [name]: undefined }))).toBeInstanceOf(TypeError);
    },
  );

  const inner = [...placesIn(names)].map(([way]) => way).filter((way) => way.length > 0);
  test.each(inner)('rejects a value that is not an options object as %s', async (...way) => {
    for (const given of [7, 'all', [], null]) {
      const options = at(way.slice(0, -1), { [way.at(-1) ?? '']: given });
      expect(await refusalOf(open, options)).toBeInstanceOf(TypeError);
    }
  });
});

describe('checkOptions', () => {
  const names = { seed: true, rules: { firestore: true, storage: true, database: true } } as const;
  const message = (given: unknown) => {
    try {
      checkOptions('FakeCloud', given, names);
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };

  test('accepts every known option and none', () => {
    for (const given of [undefined, {}, { seed: undefined }, { seed: 3, rules: {} }, { rules: undefined }])
      expect(message(given)).toBeNull();
  });

  test('names the nearest option and the known ones', () => {
    expect(message({ seeds: 3 })).toBe(
      'FakeCloud has no option “seeds”. The nearest is “seed”; there are seed and rules.',
    );
    expect(message({ rules: { docs: '' } })).toBe(
      'FakeCloud has no option “rules.docs”. The nearest is “rules.storage”; there are firestore, storage and database.',
    );
    expect(message([])).toBe('FakeCloud takes an object of options.');
    expect(message({ rules: 'all' })).toBe('FakeCloud takes an object of options as “rules”.');
  });
});

test('an unknown setting is rejected with the nearest one', () => {
  const name: SettingName = 'callTimeoutMs';
  expect(() => fakes.connect(new fakes.FakeCloud(), { settings: { [`${name}s`]: 1 } })).toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(`“settings.${name}”`) }),
  );
});
