/** The functions that a command passes through, as the table in docs/architecture.md names them, exist in their files. */
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { read } from './pages.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The name under which a node declares a function or a class; null for any other node. */
function declaredName({ type, id, key, name, init, value }: Node): string | null {
  const isFunction = (node: unknown) => isNode(node) && functions.has(`${node['type']}`);
  const nameOf = (node: unknown) => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : null);
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') return nameOf(id);
  if (type === 'VariableDeclarator') return isFunction(init) ? nameOf(id) : null;
  if (type === 'MethodDefinition' || type === 'Property') return isFunction(value) ? nameOf(key) : null;
  if (type === 'JSXAttribute') return isNode(value) && isFunction(value['expression']) ? nameOf(name) : null;
  return null;
}

/** Each function and class of a file: `name`, and `name of outer` for each that encloses it. */
function declarations(file: string, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown, outer: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, outer);
    if (!isNode(value)) return;
    const name = declaredName(value);
    if (name !== null) {
      found.add(name);
      for (const around of outer) found.add(`${name} of ${around}`);
    }
    const inner = name === null ? outer : [...outer, name];
    for (const child of Object.values(value)) visit(child, inner);
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  visit(program, []);
  return found;
}

/** Rows of the table with the heading “function | file”. */
async function rows(): Promise<readonly (readonly [name: string, file: string])[]> {
  const [, table = ''] =
    /^\| function \| file \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(await read('docs/architecture.md')) ?? [];
  return table
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [, name = '', file = ''] = row.replaceAll('`', '').split('|');
      return [name.trim(), file.trim()];
    });
}

it('each function in the path of a command exists in its file', async () => {
  const path = await rows();
  expect(path.map(([name]) => name)).toContain('callableOf');
  const missing: string[] = [];
  for (const [name, file] of path)
    if (!declarations(file, await read(file)).has(name)) missing.push(`${name} in ${file}`);
  expect(missing).toEqual([]);
});

it.each([
  ['a function', 'function a() {}', 'a'],
  ['a constant', 'const a = () => 1;', 'a'],
  ['a method', 'class B { a() {} }', 'a of B'],
  ['a property of an object in a function', 'const b = () => c({ a: () => 1 });', 'a of b'],
  ['a property of an element', 'function B() { return <C a={() => 1} />; }', 'a of B'],
])('finds %s', (_what, text, name) => {
  expect(declarations('b.tsx', text)).toContain(name);
});

it('takes no call, value or import for a declaration', () => {
  const text = "import { a } from 'b';\na();\nconst c = { a, d: 1 };\nconst e = a;";
  expect([...declarations('b.ts', text)]).toEqual([]);
});
