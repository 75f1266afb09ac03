/**
 * `re2js` as browsers get it with the demonstration: half as large. Its Unicode tables (16 kB gzipped) are asked of the browser
 * instead; of its engines the automaton with states and the one without stay, both linear, and those that are quicker for some
 * captures go; so do members that nothing here calls.
 */
import { parseAst, type Plugin } from 'vite';

const module = /[\\/]node_modules[\\/]re2js[\\/]build[\\/]index\.js$/;

/** Members that callers use. */
const called = [
  'compile',
  'test',
  'testExact',
  'matchAll',
  'groupCount',
  'programSize',
  'getDescription',
  'getPattern',
];
/** Members that the language itself uses. */
const kept = ['constructor', 'index', 'message', 'name'];
/** Unused members: only for bytes, and for look-behind, which RE2 lacks. */
const unasked = new Set(['toString', 'parsePosLookBehind', 'parseNegLookBehind', 'fromUTF8', 'utf8']);
/** Unused classes: input in bytes, and look-behind. */
const unmade = new Set(['MachineUTF8Input', 'Utf8MatcherInput', 'LookbehindState']);

/** Parts of the package by their file, and what stands in their place. */
const replaced: Readonly<Record<string, string>> = {
  // Matcher tried first for captures of patterns that begin with ^.
  OnePass: 'const OnePass = { compile: () => null };',
  // Matcher for captures in short texts.
  Backtracker: 'const Backtracker = { maxBitStateLen: () => -1 };',
  // Search for a pattern's literals before a match.
  Prefilter:
    'const Prefilter = { Type: { NONE: 0 } }; const PrefilterTree = { build: () => ({ type: Prefilter.Type.NONE }) };',
};

/** `tables`: path of the module with `UnicodeTables`. */
export const leanRegexPlugin = (tables: string): Plugin => ({
  name: 'muster:lean-regex',
  enforce: 'pre',
  transform: (code, id) => (module.test(id) ? { code: leanRegex(code, tables), map: null } : null),
});

/** @throws Error when the package is not made as it was: its parts have to be looked at anew */
export function leanRegex(code: string, tables: string): string {
  const stand = {
    ...replaced,
    UnicodeTables: `import { UnicodeTables } from ${JSON.stringify(tables)};`,
  } as Readonly<Record<string, string>>;
  const missing = new Set(Object.keys(stand));
  const parts = code.split(/^(?=\/\/ src\/\w+\.js$)/m).map((part) => {
    const name = /^\/\/ src\/(\w+)\.js/.exec(part)?.[1] ?? '';
    missing.delete(name);
    return Object.hasOwn(stand, name) ? `${stand[name]}\n` : part;
  });
  if (missing.size > 0)
    throw new Error(`re2js has no part ${[...missing].join(', ')}: see tools/lean-regex.ts.`);
  return withoutUnused(withConstants(parts.join('')));
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

/** An end to the text of a part, and what to put there. */
type Change = readonly [node: Node, text: string];

const changed = (code: string, changes: readonly Change[]) =>
  changes
    .toSorted(([one], [other]) => other.start - one.start)
    .reduce((text, [node, by]) => text.slice(0, node.start) + by + text.slice(node.end), code);

const parsed = (code: string) => parseAst(code) as unknown as Node;
const partsOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);
const allOf = (node: Node): readonly Node[] => [node, ...partsOf(node).flatMap(allOf)];

/** Code with constants replaced by their numbers, and without classes that are never instantiated. */
function withConstants(code: string): string {
  const all = allOf(parsed(code));
  const numbers = new Map<string, string>();
  const changes: Change[] = [];
  for (const { type, id, init } of all) {
    if (type !== 'VariableDeclarator' || !isNode(init) || init.type !== 'ClassExpression') continue;
    const name = identifier(id) ?? '';
    if (unmade.has(name)) changes.push([init, 'null']);
    for (const { type: member, static: isStatic, key, value } of partsOf(init['body'] as Node))
      if (member === 'PropertyDefinition' && isStatic === true && isNode(value) && isNumber(value))
        numbers.set(`${name}.${identifier(key)}`, code.slice(value.start, value.end));
  }
  const inUnmade = ({ start, end }: Node) => changes.some(([gone]) => gone.start <= start && end <= gone.end);
  const constants = all.flatMap((node): readonly Change[] => {
    const value = node.type === 'MemberExpression' && !inUnmade(node) ? constantOf(node, numbers) : undefined;
    return value === undefined ? [] : [[node, value]];
  });
  return changed(code, [...changes, ...constants]);
}

const isNumber = ({ type, value }: Node) => type === 'Literal' && typeof value === 'number';

/** `Inst.ALT`, or the code of a letter: `Codepoint.CODES['x']`. */
function constantOf({ object, property, computed }: Node, numbers: ReadonlyMap<string, string>) {
  if (!isNode(object) || !isNode(property)) return undefined;
  if (computed !== true) return numbers.get(`${identifier(object)}.${identifier(property)}`);
  const isCode = identifier(object['object']) === 'Codepoint' && identifier(object['property']) === 'CODES';
  const { value } = property;
  return isCode && typeof value === 'string' ? String(value.charCodeAt(0)) : undefined;
}

/** A member of a class, and every name that may be a member's within it. */
interface Member {
  readonly name: string;
  readonly node: Node;
  readonly names: Set<string>;
}

/** Code without the class members whose name appears in no reachable code. */
function withoutUnused(code: string): string {
  const members: Member[] = [];
  const reached = new Set([...called, ...kept]);
  collect(parsed(code), reached, members);
  let left = members;
  for (let before = -1; before !== left.length;) {
    before = left.length;
    left = left.filter(({ name, names }) => {
      if (!reached.has(name) || unasked.has(name)) return true;
      for (const each of names) reached.add(each);
      return false;
    });
  }
  return changed(
    code,
    left.map(({ node }) => [node, '']),
  );
}

function collect(node: Node, names: Set<string>, members: Member[] | null): void {
  const name = members && memberName(node);
  if (name) {
    const member = { name, node, names: new Set<string>() };
    members.push(member);
    collect(node['value'] as Node, member.names, null);
    return;
  }
  for (const mentioned of namesIn(node)) names.add(mentioned);
  for (const part of Object.values(node).flat()) if (isNode(part)) collect(part, names, members);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

function memberName({ type, computed, kind, key, value }: Node): string | null {
  if ((type !== 'MethodDefinition' && type !== 'PropertyDefinition') || computed === true) return null;
  if (kind === 'constructor' || !isNode(value)) return null;
  return identifier(key);
}

const identifier = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : null;

function namesIn({ type, property, key, value, computed }: Node): readonly string[] {
  if (type === 'Literal' && typeof value === 'string') return [value];
  const name = type === 'MemberExpression' ? property : type === 'Property' ? key : null;
  const found = computed === true ? null : identifier(name);
  return found === null ? [] : [found];
}
