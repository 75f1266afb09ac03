/** Exported names and file names are the glossary's terms; no import cycle. Each deliberate violation is found. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkFileName, checkExportedName } from '../../../tools/lint/exported-names.ts';
import { lintFiles, type Messages } from './lint-files.ts';

const violations: readonly (readonly [file: string, text: string, says: RegExp])[] = [
  ['domain/a.ts', 'export const truth = 1;\n', /truth is not a term.*pendingOriginals/],
  ['api/b.ts', 'export function climbNow() {}\n', /climbNow is not a term.*escalate/],
  ['functions/c.ts', 'export interface Taken {}\n', /IngestResult/],
  ['demo/d.ts', 'export type Asked = string;\n', /ListRequest/],
  ['src/app/e.tsx', 'export class Door {}\n', /AuthLayout/],
  ['src/ui/f.ts', 'const a = 1;\nexport { a as refused };\n', /domainError/],
  ['src/data/g.ts', 'export const { owner } = { owner: 1 };\n', /owner is a role/],
  ['adapters/embedded-browser/h.ts', 'export const [mortal] = [1];\n', /crashAfterWrites/],
  ['src/features/home/ways.ts', 'export const a = 1;\n', /file name ways.*sign-in-view/],
  ['tests/app/i.test.ts', 'export const judgeAll = 1;\n', /judgeAll is not a term/],
];

const one = "import type { Two } from './two.ts';\nexport type One = { readonly two: Two };\n";
const two = "import type { One } from './one.ts';\nexport type Two = { readonly one: One | null };\n";

const cycle = {
  'domain/one.ts': one,
  'domain/two.ts': two,
  'fakes/cloud/one.ts': one,
  'fakes/cloud/two.ts': two,
  'adapters/firebase/one.ts': one,
  'adapters/firebase/two.ts': two,
  'emulator/one.ts': one,
  'emulator/two.ts': two,
  'tests/endurance/simulation/one.ts': one,
  'tests/endurance/simulation/two.ts': two,
  'tools/one.ts': one,
  'tools/two.ts': two,
  'firebase-rules/one.ts': one,
  'firebase-rules/two.ts': two,
};

describe('the lint, run as the check runs it', () => {
  let messages: Messages;

  beforeAll(async () => {
    messages = await lintFiles({
      ...Object.fromEntries(violations.map(([file, text]) => [file, text])),
      ...cycle,
    });
  });

  it.each(violations)('finds the name in %s', (file, _text, says) => {
    const found = messages(file, 'exported-names');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(says);
  });

  it.each(Object.keys(cycle))('finds the cycle of type-only imports in %s', (file) => {
    expect(messages(file, 'no-cycle')).toHaveLength(1);
  });
});

describe('the glossary’s names', () => {
  it.each(['first', 'own', 'after', 'asked', 'toString', 'IncidentSummary'])('allow %s', (name) => {
    expect(checkExportedName(name)).toBeNull();
  });

  it('look at the whole name of a file, without its extensions', () => {
    expect(checkFileName('src/app/people-panel.test.tsx')).toBeNull();
    expect(checkFileName('src/app/kept.test.ts')).toMatch(/stored-registration/);
  });
});
