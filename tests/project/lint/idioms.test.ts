/** Idioms: each deliberate violation is found. */
import { beforeAll, describe, expect, it } from 'vitest';
import { lintFiles, type Messages } from './lint-files.ts';

const state = "import { useState } from 'react';\nexport const useA = () => {\n";
/** Component source with a typed state for each name. */
const typing = (...names: readonly string[]) =>
  `${state}${names.map((name) => `  const [${name}, set${name}] = useState('');\n`).join('')}  return { ${names
    .map(
      (name) =>
        `${name}, on${name}: (event: { target: { value: string } }) => set${name}(event.target.value)`,
    )
    .join(', ')} };\n};\n`;
const violations: readonly (readonly [file: string, text: string, says: RegExp])[] = [
  [
    'src/features/home/a.ts',
    `${state}  const [busy, setBusy] = useState(false);\n  return { busy, setBusy };\n};\n`,
    /setBusy: async actions are useMutation/,
  ],
  [
    'src/app/b.ts',
    `${state}  const [leaving, setLeaving] = useState(false);\n  return { leaving, setLeaving };\n};\n`,
    /useNamedActions/,
  ],
  [
    'src/features/home/g.ts',
    `${state}  const [tried, setTried] = useState(false);\n  return { tried, setTried };\n};\n`,
    /setTried: forms are useForm/,
  ],
  [
    'src/components/h.ts',
    `${state}  const [errors, setErrors] = useState({});\n  return { errors, setErrors };\n};\n`,
    /valibotResolver/,
  ],
  [
    'src/features/home/i.ts',
    typing('A', 'B'),
    /^setA and setB: several typed fields are a form: useEntityForm/,
  ],
  [
    'src/data/queries/c.ts',
    'export const listeners = new Set<() => void>();\n',
    /createStore of src\/data\/client\/store.ts/,
  ],
  [
    'src/features/sign-in/k.ts',
    "import type { Auth } from '#ports/auth/auth.ts';\nexport const enter = (auth: Auth) => auth.session.setPersistence('local');\n",
    /keepSession of src\/data\/client\/session-mark.ts/,
  ],
  ...["wanted ? 'part' : null", "wanted && 'part'"].map(
    (condition, index): readonly [string, string, RegExp] => [
      `src/features/home/suspense${index}.tsx`,
      `import { Suspense } from 'react';\nexport const Part = ({ wanted }: { readonly wanted: boolean }) => <Suspense>{${condition}}</Suspense>;\n`,
      /^Suspense around a condition: put the condition around Suspense/,
    ],
  ),
  [
    'src/features/home/o.ts',
    "const time = new Intl.DateTimeFormat('en-GB');\nexport const text = (at: number) => time.format(at);\n",
    /^Intl.DateTimeFormat: make it in the function that formats/,
  ],
  [
    'domain/p.ts',
    "export const order = { words: new Intl.Collator('en') };\n",
    /^Intl.Collator: make it in the function that formats/,
  ],
  ...[
    "auth.updatePassword('correct horse')",
    "auth.mail.changeEmail('a@example.com')",
    "auth.linking?.link({ kind: 'phone', verificationId: '', code: '' })",
    "offered(auth.linking).unlink('phone')",
    'auth.factors?.totp?.start()',
    "auth.factors.totp.finish('', '')",
    "auth.factors.sms.start('')",
    "auth.factors.sms.finish('', '')",
    "auth.factors.unenroll('')",
    'auth.deletion.deleteUser()',
  ].map(
    (call, at) =>
      [
        `src/features/me/account-change-${at}.ts`,
        `import type { Auth } from '#ports/auth/auth.ts';\nimport { offered } from '#src/data/client/extensions.ts';\nexport const change = (auth: Auth) => offered && ${call};\n`,
        call.includes('deleteUser') ? /deleteAccount of api\/account.ts/ : /accountChanges of src/,
      ] as const,
  ),
  ...[
    "export const a = (s: EventTarget) => s.addEventListener('message', () => s.dispatchEvent(new Event('a')));\n",
    "import type { Socket } from 'node:net';\nexport const a = (s: Socket) => s.on('data', () => s.resume());\n",
    "import type { Socket } from 'node:net';\nexport const a = (s: Socket, end: () => void) => s.once('close', end);\n",
    'export const a = (run: () => void) => setTimeout(() => run(), 5);\n',
    'export const a = (run: () => void) => queueMicrotask(run);\n',
    'export const a = (port: MessagePort) => {\n  port.onmessage = () => port.close();\n};\n',
    "import { createServer } from 'node:http';\nexport const a = () => createServer((_, response) => response.end());\n",
  ].flatMap((text, at) =>
    [
      'fakes/cloud',
      'fakes/client',
      'emulator',
      'adapters/embedded-node',
      'adapters/embedded-browser',
      'adapters/node',
      'src/app/desk',
    ].map(
      (folder) =>
        [`${folder}/listener-${at}.ts`, text, /guardListener of provider-kit\/guard-listener.ts/] as const,
    ),
  ),
];
const allowed: readonly (readonly [file: string, text: string])[] = [
  [
    'src/features/home/d.ts',
    `${state}  const [open, setOpen] = useState(false);\n  return { open, setOpen };\n};\n`,
  ],
  ['src/features/home/j.ts', typing('A')],
  ['src/data/client/store.ts', 'export const listeners = new Set<() => void>();\n'],
  ['src/data/queries/e.ts', 'export const names = new Set<string>();\n'],
  [
    'emulator/l.ts',
    "import type { Socket } from 'node:net';\nimport { guardListener } from '#provider-kit/guard-listener.ts';\nexport const a = (s: Socket) => {\n  const end = guardListener(() => s.destroy());\n  s.on('data', guardListener(() => s.resume()));\n  s.on('close', end);\n  s.on('error', () => {});\n};\n",
  ],
  ['adapters/firebase/m.ts', 'export const a = (run: () => void) => setTimeout(run, 5);\n'],
  [
    'src/ui/q.ts',
    "export const text = (at: number) => new Intl.DateTimeFormat('en-GB').format(at);\nlet list: Intl.ListFormat | null = null;\nexport function listed(words: readonly string[]) {\n  list ??= new Intl.ListFormat('en');\n  return list.format(words);\n}\n",
  ],
  ['fakes/cloud/f.ts', 'export const listeners = new Set<() => void>();\n'],
];

describe('the lint, run as the check runs it', () => {
  let messages: Messages;

  beforeAll(async () => {
    messages = await lintFiles(
      Object.fromEntries([...violations, ...allowed].map(([file, text]) => [file, text])),
    );
  });

  it.each(violations)('finds the second idiom in %s', (file, _text, says) => {
    const found = messages(file, 'idioms');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(says);
  });

  it.each(allowed)('allows %s', (file) => {
    expect(messages(file, 'idioms')).toEqual([]);
  });
});
