/** The one configuration file of an installation, `muster.config.json`: read when the app and its functions are built. */
import * as v from 'valibot';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';

export const installationFile = 'muster.config.json';

const settings = '“Project settings → General → Your apps → SDK setup and configuration”';

/** A string in the console's format; the sentence says where it is found. */
const shown = (shape: RegExp, sentence: string) => v.pipe(v.string(sentence), v.regex(shape, sentence));

const projectShape = {
  apiKey: shown(/^[\w-]{10,}$/, `Copy “apiKey” from ${settings}.`),
  authDomain: shown(/^[\w-]+(\.[\w-]+)+$/, 'Use a host name, such as my-team.firebaseapp.com.'),
  projectId: shown(
    /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    'Use the project’s id: 6 to 30 lower-case letters, digits and -.',
  ),
  appId: shown(
    /^\d:\d+:web:[0-9a-f]+$/,
    `Copy “appId” of a web app from ${settings}; it looks like 1:123:web:abc.`,
  ),
  messagingSenderId: shown(/^\d+$/, 'Use digits only.'),
  storageBucket: shown(
    /^[a-z0-9][a-z0-9._-]+$/,
    'Use the bucket’s name without gs://. No bucket yet? Open “Storage → Get started”.',
  ),
  databaseURL: shown(
    /^https:\/\/[\w.-]+(firebaseio\.com|firebasedatabase\.app)\/?$/,
    'Use the address shown at “Realtime Database → Data”. No database yet? Create one there.',
  ),
};

const host = shown(/^[\w.-]+:\d+$/, 'Use host:port, such as 127.0.0.1:9099.');

const shape = v.strictObject({
  project: v.strictObject(projectShape),
  region: v.optional(shown(/^[a-z]+-[a-z]+\d+$/, 'Use a region of Cloud Functions, such as europe-west1.')),
  pushKey: v.optional(
    shown(
      /^B[\w-]{86}$/,
      'Copy the key pair’s public key from “Cloud Messaging → Web Push certificates”: 87 characters.',
    ),
  ),
  appCheckKey: v.optional(shown(/^6L[\w-]{38}$/, 'Use the site key of reCAPTCHA Enterprise: 40 characters.')),
  local: v.optional(
    v.strictObject({
      auth: v.optional(host),
      docs: v.optional(host),
      realtime: v.optional(host),
      functions: v.optional(host),
      storage: v.optional(host),
    }),
  ),
  settings: v.optional(v.record(v.string(), v.number('Use a number.'))),
});

/** An invalid key, with the remedy. */
export interface InstallationProblem {
  readonly key: string;
  readonly advice: string;
}

export type InstallationResult =
  | { readonly ok: true; readonly installation: FirebaseOptions }
  | { readonly ok: false; readonly problems: readonly InstallationProblem[] };

export function readInstallation(text: string): InstallationResult {
  const parsed = parse(text);
  if ('problem' in parsed) return { ok: false, problems: [parsed.problem] };
  const result = v.safeParse(shape, parsed.value);
  if (result.success) return { ok: true, installation: result.output as FirebaseOptions };
  return {
    ok: false,
    problems: result.issues.map((issue) => ({ key: keyOf(issue), advice: adviceOf(issue) })),
  };
}

/** Message for the build: one line a problem. */
export const describeProblems = (file: string, problems: readonly InstallationProblem[]): string =>
  [`${file} can’t be used:`, ...problems.map(({ key, advice }) => `  ${key}: ${advice}`)].join('\n');

function parse(text: string): { readonly value: unknown } | { readonly problem: InstallationProblem } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: { key: 'the file', advice: `It must be JSON (${why}).` } };
  }
}

type Issue = v.BaseIssue<unknown>;

const keyOf = (issue: Issue): string => v.getDotPath(issue) ?? 'the file';

function adviceOf(issue: Issue): string {
  if (issue.expected === 'never') return 'Muster knows no such key: remove it, or correct its spelling.';
  if (issue.input !== undefined) return issue.message;
  const name = keyOf(issue).split('.').at(-1) ?? '';
  return `It is missing. ${issue.message.startsWith('Invalid key') ? adviceFor(name) : issue.message}`;
}

const adviceFor = (name: string): string => {
  const entry = Object.entries(projectShape).find(([key]) => key === name)?.[1];
  return entry ? entry.pipe[1].message : `Add “${name}” as docs/deployment.md shows.`;
};
