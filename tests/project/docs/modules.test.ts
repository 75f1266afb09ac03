/** The modules as the docs show them are those of the lint rule. */
import { expect, it } from 'vitest';
import { mayImport } from '../../../tools/lint/module-imports.ts';
import { read } from './pages.ts';

type Imports = Readonly<Record<string, readonly string[]>>;

/** Modules reachable from each module. */
function closure(direct: Imports): Imports {
  const names = [...new Set([...Object.keys(direct), ...Object.values(direct).flat()])];
  const from = (name: string, seen: Set<string>): Set<string> => {
    for (const next of direct[name] ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        from(next, seen);
      }
    return seen;
  };
  return Object.fromEntries(
    names.toSorted().map((name) => [name, [...from(name, new Set())].filter((to) => to !== name).toSorted()]),
  );
}

/** Edges of the first flow chart of a page: chains of `a["label"] & b --> c`. */
function edgesOf(markdown: string): Imports {
  const [, chart = ''] = /```mermaid\nflowchart.*?\n(.*?)```/s.exec(markdown) ?? [];
  const labels = new Map(
    [...chart.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id = '', label = '']) => [id, label]),
  );
  const edges: Record<string, string[]> = {};
  for (const line of chart.split('\n').filter((text) => text.includes('-->'))) {
    const groups = line
      .replaceAll(/\["[^"]+"\]/g, '')
      .split('-->')
      .map((group) => group.split('&').map((id) => labels.get(id.trim()) ?? id.trim()));
    groups.forEach((group, index) => {
      for (const name of group) (edges[name] ??= []).push(...(groups[index + 1] ?? []));
    });
  }
  return edges;
}

/** Imports that a module may not make although its imports reach them. */
const narrower: Imports = { 'firebase-rules': ['provider-kit'] };

it('the diagram in README shows what the lint rule allows', async () => {
  const { tests: _, tools: __, ...modules } = mayImport;
  const allowed = Object.fromEntries(
    Object.entries(modules).map(([name, may]) => [name, [...may, ...(narrower[name] ?? [])].toSorted()]),
  );
  for (const [name, not] of Object.entries(narrower))
    expect(mayImport[name]).not.toEqual(expect.arrayContaining([...not]));
  expect(closure(edgesOf(await read('README.md')))).toEqual(allowed);
});

it('the table in docs/architecture.md shows what the lint rule allows', async () => {
  const rows = (await read('docs/architecture.md')).matchAll(/^\| `([^`]+)\/` \|(?:[^|]*\|){1} ([^|]*) \|/gm);
  const shown = Object.fromEntries(
    [...rows].map(([, name = '', cell = '']): [string, readonly string[]] => [
      name,
      [...cell.matchAll(/`([^`]+)`/g)].map(([, to = '']) => to).toSorted(),
    ]),
  );
  const everything = (name: string) => name === 'tests';
  const allowed = Object.fromEntries(
    Object.entries(mayImport).map(([name, may]) => [name, everything(name) ? [] : may.toSorted()]),
  );
  expect(shown).toEqual(allowed);
});
