/** The arrows between rooms hold, and break loudly: each deliberate violation below must be refused with its advice. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge, roomOf } from '../../tools/lint/arrows.ts';

interface Violation {
  readonly file: string;
  readonly imports: string;
  /** Part of the advice. */
  readonly says: RegExp;
}

const violations: readonly Violation[] = [
  {
    file: 'domain/a.ts',
    imports: '#ports/docs/docs.ts',
    says: /domain may not import ports.*The domain is pure/,
  },
  { file: 'domain/b.ts', imports: 'react', says: /Only src and the gallery are React/ },
  {
    file: 'ports/docs/c.ts',
    imports: '../../domain/base.ts',
    says: /ports may not import domain.*no product/,
  },
  { file: 'domain/r.ts', imports: 'ws', says: /domain may not import the package ws/ },
  {
    file: 'functions/s.ts',
    imports: '@noble/hashes/sha2.js',
    says: /functions may not import the package @noble\/hashes/,
  },
  { file: 'ports/d.ts', imports: 'firebase/app', says: /Only adapters\/firebase/ },
  { file: 'api/t.ts', imports: '#functions/index.ts', says: /api may not import functions/ },
  { file: 'domain/u.ts', imports: '#api/paths.ts', says: /domain may not import api/ },
  {
    file: 'adapters/embedded-browser/v.ts',
    imports: '#demo/team.ts',
    says: /take functions, rules and seed as parameters/,
  },
  { file: 'src/components/w.tsx', imports: '#src/data/queries/team.tsx', says: /gets entities as props/ },
  { file: 'functions/e.ts', imports: '#fakes/cloud/cloud.ts', says: /functions may not import fakes\/cloud/ },
  { file: 'fakes/cloud/f.ts', imports: '../client/client.ts', says: /The cloud knows no client/ },
  { file: 'fakes/client/g.ts', imports: '#domain/base.ts', says: /fakes\/client may not import domain/ },
  {
    file: 'src/features/home/h.ts',
    imports: '../alerts/alerts-screen.tsx',
    says: /home may not import the feature alerts/,
  },
  { file: 'src/features/home/i.ts', imports: '#fakes/client/client.ts', says: /asks src\/data for data/ },
  { file: 'src/features/home/j.ts', imports: 'inversify', says: /Only src\/app imports inversify/ },
  { file: 'src/ui/k.ts', imports: '../data/queries/team.tsx', says: /A primitive knows no product/ },
  {
    file: 'src/ui/x.tsx',
    imports: '#domain/incident/schema.ts',
    says: /what knows the domain into src\/components/,
  },
  {
    file: 'src/ui/y.tsx',
    imports: '../components/severity-mark.tsx',
    says: /src\/ui may not import src\/components/,
  },
  {
    file: 'src/components/z.tsx',
    imports: '#src/features/home/home-screen.tsx',
    says: /gets entities as props/,
  },
  { file: 'gallery/aa.tsx', imports: '#src/data/queries/team.tsx', says: /The gallery shows src\/ui/ },
  { file: 'src/data/l.ts', imports: '#src/ui/button.tsx', says: /src\/data may not import src\/ui/ },
  { file: 'src/app/m.ts', imports: 'firebase/auth', says: /Only adapters\/firebase/ },
  {
    file: 'tests/contracts/o.ts',
    imports: 'firebase/app',
    says: /Only tests\/judge and tests\/official and tests\/bench and tests\/contracts\/firebase/,
  },
  { file: 'fakes/cloud/p.test.ts', imports: 'firebase/firestore', says: /This test may not import firebase/ },
  { file: 'tests/judgement/q.ts', imports: 'firebase/app', says: /This test may not/ },
  { file: 'demo/n.ts', imports: '#fakes/cloud/cloud.ts', says: /ordinary client/ },
];

const allowed: readonly (readonly [file: string, specifier: string])[] = [
  ['functions/a.ts', '#api/paths.ts'],
  ['adapters/embedded-browser/a.ts', '#fakes/cloud/cloud.ts'],
  ['domain/a.ts', '@noble/hashes/sha2.js'],
  ['fakes/client/a.ts', '#fakes/cloud/channel.ts'],
  ['src/features/home/a.ts', '#src/data/queries/team.tsx'],
  ['src/features/home/a.ts', './b.ts'],
  ['src/features/home/a.ts', '#src/components/avatar.tsx'],
  ['src/components/a.tsx', '#domain/incident/schema.ts'],
  ['src/components/a.tsx', '#src/ui/button.tsx'],
  ['gallery/a.tsx', '#src/components/avatar.tsx'],
  ['src/app/a.ts', 'inversify'],
  ['src/app/a.ts', '#fakes/client/client.ts'],
  ['adapters/firebase/a.ts', 'firebase/auth'],
  ['adapters/firebase/a.test.ts', 'firebase/auth'],
  ['tests/judge/a.ts', 'firebase/firestore'],
  ['tests/official/a.ts', 'firebase/app'],
  ['tests/contracts/firebase/a.ts', 'firebase/database'],
  ['tests/bench/a.bench.ts', 'firebase/firestore'],
  ['tests/a.test.ts', 'react'],
  ['tests/a.test.ts', '#fakes/cloud/cloud.ts'],
  ['functions/a.test.ts', '#fakes/cloud/cloud.ts'],
  ['vite.config.ts', 'vite'],
];

describe('the arrows between rooms', () => {
  it.each(allowed)('let %s import %s', (file, specifier) => {
    expect(judge(file, specifier)).toBeNull();
  });

  it('know the innermost room of a file', () => {
    expect(roomOf('fakes/cloud/docs/service.ts')).toBe('fakes/cloud');
    expect(roomOf('src/features/home/home-screen.tsx')).toBe('src/features');
    expect(roomOf('README.md')).toBeNull();
  });
});

describe('the lint rule, run as the check runs it', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  let copy: string;
  let report: string;

  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), 'arrows-'));
    await cp(path.join(root, 'tools/lint'), path.join(copy, 'tools/lint'), { recursive: true });
    await cp(path.join(root, '.oxlintrc.json'), path.join(copy, '.oxlintrc.json'));
    await cp(path.join(root, 'package.json'), path.join(copy, 'package.json'));
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const { file, imports } of violations) {
      await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
      await writeFile(path.join(copy, file), `import '${imports}';\n`);
    }
    report = await lint(copy);
  });
  afterAll(() => rm(copy, { recursive: true }));

  it.each(violations)('refuses $imports in $file', ({ file, says }) => {
    const messages = complaints(report, file);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(says);
  });
});

/** What the linter prints, as JSON; it ends with an error because there is something to complain about. */
async function lint(folder: string): Promise<string> {
  const run = promisify(execFile);
  const failed = await run('oxlint', ['--format', 'json'], { cwd: folder }).catch(
    (error: { stdout: string; code: number }) => error,
  );
  if (!('code' in failed)) throw new Error('The linter found nothing to complain about.');
  return failed.stdout;
}

function complaints(report: string, file: string): readonly string[] {
  const { diagnostics } = JSON.parse(report) as {
    diagnostics: readonly { filename: string; code: string; message: string }[];
  };
  return diagnostics
    .filter((diagnostic) => diagnostic.filename.endsWith(file) && diagnostic.code.includes('arrows'))
    .map((diagnostic) => diagnostic.message);
}
