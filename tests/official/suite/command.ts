/** Command that starts the official emulators, and the tests on them. */
import path from 'node:path';
import { joinedVariable } from '../joined.ts';
import { projectId } from '../parts.ts';
import { discoverySeconds, discoveryTimeVariable } from '../tools.ts';
import type { SuiteProject } from './project.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Contracts with an official emulator, and the tests of backend code on them. */
const suites = [
  'tests/official/auth.test.ts',
  'tests/official/data.test.ts',
  'tests/official/functions.test.ts',
  'tests/official/storage.test.ts',
  'tests/official/server-',
  'tests/contracts/firebase/server-',
];

const quoted = (part: string) => `"${part.replaceAll('"', String.raw`\"`)}"`;

/** `more`: for vitest, such as a file or `-t NAME`. */
export function emulatorsCommand(
  { folder, joined }: SuiteProject,
  more: readonly string[],
): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const vitest = [
    process.execPath,
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    root,
    '--project=official',
    '--project=logic',
    '--no-file-parallelism',
    // Time limit for tests that wait for other processes.
    '--testTimeout=300000',
    ...suites,
  ];
  return {
    args: [
      'emulators:exec',
      '--project',
      projectId,
      '--only',
      'auth,firestore,database,functions,storage',
      '--config',
      path.join(folder, 'firebase.json'),
      '--log-verbosity',
      'SILENT',
      // Command as one text, which firebase-tools hands to a shell.
      [...vitest.slice(0, 2).map(quoted), ...vitest.slice(2), ...more.map(quoted)].join(' '),
    ],
    env: {
      [joinedVariable]: JSON.stringify(joined),
      [discoveryTimeVariable]: String(discoverySeconds),
    },
  };
}
