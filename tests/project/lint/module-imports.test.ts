/** Imports between modules: each deliberate violation is refused with its advice. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkImport, moduleOf } from '../../../tools/lint/module-imports.ts';
import { lintFiles, type Messages } from './lint-files.ts';

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
  { file: 'domain/b.ts', imports: 'react', says: /Only src, react\/ and the gallery are React/ },
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
  {
    file: 'ports/ad.ts',
    imports: 'ipaddr.js',
    says: /ports may not import the package ipaddr\.js\. A port is a contract/,
  },
  {
    file: 'ports/docs/ae.ts',
    imports: '#provider-kit/docs/shell.ts',
    says: /ports may not import provider-kit.*A port is a contract/,
  },
  { file: 'api/t.ts', imports: '#functions/index.ts', says: /api may not import functions/ },
  { file: 'domain/u.ts', imports: '#api/paths.ts', says: /domain may not import api/ },
  {
    file: 'adapters/embedded-browser/v.ts',
    imports: '#demo/team.ts',
    says: /take functions, rules and seed as parameters/,
  },
  { file: 'src/components/w.tsx', imports: '#src/data/queries/team.tsx', says: /gets entities as props/ },
  {
    file: 'src/data/queries/ag.ts',
    imports: '#ports/server/collection-group.ts',
    says: /Ask `docs\.groups` for a query of a group/,
  },
  { file: 'functions/e.ts', imports: '#fakes/cloud/cloud.ts', says: /functions may not import fakes\/cloud/ },
  {
    file: 'firebase-rules/ab.ts',
    imports: '#fakes/cloud/clock.ts',
    says: /The rules languages know no cloud/,
  },
  {
    file: 'firebase-rules/ac.ts',
    imports: '#provider-kit/clock.ts',
    says: /firebase-rules may not import provider-kit/,
  },
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
    says: /Only tests\/differential and tests\/official and tests\/bench and tests\/contracts\/firebase/,
  },
  { file: 'fakes/cloud/p.test.ts', imports: 'firebase/firestore', says: /This test may not import firebase/ },
  { file: 'tests/differentials/q.ts', imports: 'firebase/app', says: /This test may not/ },
  { file: 'demo/n.ts', imports: '#fakes/cloud/cloud.ts', says: /ordinary client/ },
];

const allowed: readonly (readonly [file: string, specifier: string])[] = [
  ['functions/a.ts', '#api/paths.ts'],
  ['adapters/embedded-browser/a.ts', '#fakes/cloud/cloud.ts'],
  ['domain/a.ts', '@noble/hashes/sha2.js'],
  ['fakes/client/a.ts', '#fakes/cloud/channel.ts'],
  ['fakes/cloud/a.ts', '#firebase-rules/rules/rules.ts'],
  ['firebase-rules/a.ts', '#query/tree/node.ts'],
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
  ['tests/differential/a.ts', 'firebase/firestore'],
  ['tests/official/a.ts', 'firebase/app'],
  ['tests/contracts/firebase/a.ts', 'firebase/database'],
  ['tests/bench/a.bench.ts', 'firebase/firestore'],
  ['tests/a.test.ts', 'react'],
  ['tests/a.test.ts', '#fakes/cloud/cloud.ts'],
  ['functions/a.test.ts', '#fakes/cloud/cloud.ts'],
  ['vite.config.ts', 'vite'],
];

describe('the table of modules', () => {
  it.each(allowed)('lets %s import %s', (file, specifier) => {
    expect(checkImport(file, specifier)).toBeNull();
  });

  it('knows the innermost module of a file', () => {
    expect(moduleOf('fakes/cloud/docs/service.ts')).toBe('fakes/cloud');
    expect(moduleOf('src/features/home/home-screen.tsx')).toBe('src/features');
    expect(moduleOf('README.md')).toBeNull();
  });
});

describe('the lint rule, run as the check runs it', () => {
  let messages: Messages;

  beforeAll(async () => {
    messages = await lintFiles(
      Object.fromEntries(violations.map(({ file, imports }) => [file, `import '${imports}';\n`])),
    );
  });

  it.each(violations)('rejects $imports in $file', ({ file, says }) => {
    const found = messages(file, 'module-imports');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(says);
  });
});
