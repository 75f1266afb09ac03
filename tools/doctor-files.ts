/** The files that are deployed as they are: hosting, rules, indexes and the configuration's template. */
import { createHash } from 'node:crypto';
import { readSettings, settingsDefaults } from '#api/settings.ts';
import { indexConfigOf } from '#fakes/cloud/docs/index-config.ts';
import { parseTemplate } from '#fakes/cloud/config/template.ts';
import { testDatabaseRules, testFileRules, testRules } from '#firebase-rules/index.ts';
import {
  type Check,
  type Finding,
  missing,
  passed,
  type Place,
  doctorSentence,
  placeText,
} from './doctor-place.ts';

/** Reads and checks a file; what the check throws becomes the finding. */
async function examine(
  place: Place,
  name: string,
  look: (text: string) => string | Promise<string>,
  advice: string,
): Promise<Finding> {
  const text = await placeText(place, name);
  if (text === null)
    return missing(name, 'not there', 'Take it back from the repository: “git checkout -- ' + name + '”.');
  try {
    return passed(name, await look(text));
  } catch (error) {
    return missing(name, doctorSentence(error).split('\n')[0] ?? '', advice);
  }
}

const correct = 'Correct it there; “npm run unit” tests it.';

export const checkRules: Check = async (place) => [
  await examine(place, 'firestore.rules', (text) => said(testRules(text).warnings.length), correct),
  await examine(place, 'storage.rules', (text) => said(testFileRules(text).warnings.length), correct),
  await examine(place, 'database.rules.json', (text) => said(testDatabaseRules(text) ? 0 : 1), correct),
];

function said(warnings: number): string {
  if (warnings > 0) throw new Error(`${warnings} of its expressions can never work`);
  return 'compiles';
}

export const checkIndexes: Check = async (place) => [
  await examine(
    place,
    'firestore.indexes.json',
    (text) => {
      indexConfigOf(text);
      const { indexes = [] } = JSON.parse(text) as { readonly indexes?: readonly unknown[] };
      return `${indexes.length} composite indexes`;
    },
    correct,
  ),
];

export const checkTemplate: Check = async (place) => [
  await examine(
    place,
    'remoteconfig.template.json',
    (text) => {
      const { parameters } = parseTemplate(text);
      const unknown = Object.keys(parameters).find((key) => !Object.hasOwn(settingsDefaults, key));
      if (unknown !== undefined) throw new Error(`Muster knows no setting “${unknown}”`);
      const { problems } = readSettings((key) => parameters[key]?.defaultValue ?? '');
      for (const { key, problem } of problems) throw new Error(`${key}: ${problem}`);
      return `${Object.keys(parameters).length} settings`;
    },
    'Correct it there; docs/deployment.md lists the settings.',
  ),
];

interface FirebaseJson {
  readonly functions?: readonly { readonly source?: string }[];
  readonly hosting?: {
    readonly public?: string;
    readonly headers?: readonly {
      readonly headers: readonly { readonly key: string; readonly value: string }[];
    }[];
    readonly rewrites?: readonly {
      readonly source: string;
      readonly function?: { readonly functionId: string };
    }[];
  };
}

/** Settings of hosting that other files must agree with. */
export const checkHosting: Check = async (place) => [
  await examine(
    place,
    'firebase.json',
    async (text) => {
      const { functions = [], hosting = {} } = JSON.parse(text) as FirebaseJson;
      if (!functions.some(({ source }) => source === 'dist-functions'))
        throw new Error('“functions” has no source dist-functions');
      if (hosting.public !== 'dist') throw new Error('“hosting.public” is not dist');
      if (!hosting.rewrites?.some((rewrite) => rewrite.function?.functionId === 'ingest'))
        throw new Error('“hosting.rewrites” leads nowhere to the function ingest');
      const policy = hosting.headers
        ?.flatMap(({ headers }) => headers)
        .find(({ key }) => key === 'Content-Security-Policy');
      if (!policy) throw new Error('“hosting.headers” has no content security policy');
      for (const hash of inlineHashes((await placeText(place, 'index.html')) ?? ''))
        if (!policy.value.includes(hash))
          throw new Error(`its policy keeps out a script of index.html: add '${hash}'`);
      return 'hosting, functions and policy agree';
    },
    'Correct it there, or take it back from the repository.',
  ),
];

/** Hashes of a page's inline scripts, as a content security policy lists them. */
export const inlineHashes = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
