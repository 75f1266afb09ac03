/** The project's own lint rules, as oxlint loads them. */
import path from 'node:path';
import { checkFileName, checkExportedName } from './exported-names.ts';
import {
  checkAccountChange,
  checkFormat,
  checkGuarded,
  checkListeners,
  checkPersistenceCall,
  checkState,
  checkSuspense,
  checkTypedStates,
  isListenerProperty,
  listenerPlace,
} from './idioms.ts';
import { checkImport } from './module-imports.ts';

interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { node: unknown; message: string }): void;
}

interface Identifier {
  readonly name?: string;
  readonly type?: string;
}

interface Declaration {
  readonly id?: Identifier | null;
  readonly declarations?: readonly { readonly id: Pattern }[];
}

interface Pattern extends Identifier {
  readonly properties?: readonly { readonly value?: Pattern }[];
  readonly elements?: readonly (Pattern | null)[];
}

interface ExportNode {
  readonly source?: { readonly value: unknown } | null;
  readonly declaration?: Declaration | null;
  readonly specifiers?: readonly { readonly exported: Identifier }[];
}

const pathOf = ({ cwd, filename }: Context) => path.relative(cwd, filename).split(path.sep).join('/');

const imports = {
  meta: { type: 'problem', docs: { description: 'imports between modules follow the table of modules' } },
  create(context: Context) {
    const check = (node: ExportNode) => {
      if (typeof node.source?.value !== 'string') return;
      const message = checkImport(pathOf(context), node.source.value);
      if (message) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const exportedNames = {
  meta: { type: 'problem', docs: { description: 'exported names and file names are the glossary’s terms' } },
  create(context: Context) {
    const file = pathOf(context);
    return {
      Program(node: unknown) {
        const message = checkFileName(file);
        if (message) context.report({ node, message });
      },
      ExportNamedDeclaration(node: ExportNode) {
        for (const { name = '' } of exportedBy(node)) {
          const message = checkExportedName(name);
          if (message) context.report({ node, message });
        }
      },
    };
  },
};

function exportedBy({ declaration, specifiers = [] }: ExportNode): readonly Identifier[] {
  if (!declaration) return specifiers.map(({ exported }) => exported);
  if (declaration.id) return [declaration.id];
  return (declaration.declarations ?? []).flatMap(({ id }) => bound(id));
}

/** The names that a pattern binds. */
function bound(pattern: Pattern): readonly Identifier[] {
  if (pattern.properties) return pattern.properties.flatMap(({ value }) => (value ? bound(value) : []));
  if (pattern.elements) return pattern.elements.flatMap((element) => (element ? bound(element) : []));
  return [pattern];
}

interface Declarator {
  readonly id: Pattern;
  readonly init?: { readonly callee?: Identifier } | null;
}

interface ChildNode {
  readonly type: string;
  readonly parent?: ChildNode | null;
}

/** Part of an expression that names something. */
interface NamedNode {
  readonly name?: string;
  readonly object?: NamedNode;
  readonly property?: Identifier;
  readonly callee?: NamedNode;
  readonly arguments?: readonly NamedNode[];
  readonly expression?: NamedNode;
}

interface Construction extends ChildNode {
  readonly callee: Identifier & { readonly object?: Identifier; readonly property?: Identifier };
  readonly typeArguments?: {
    readonly params: readonly (Identifier & { readonly params?: readonly unknown[] })[];
  } | null;
}

interface MemberNode {
  readonly object?: MemberNode & { readonly name?: string };
  readonly property?: Identifier;
}

interface CallNode {
  readonly callee: Identifier & MemberNode;
  readonly arguments: readonly (MemberNode & Listener)[];
}

/** An expression in a listener's place. */
interface Listener extends Identifier {
  readonly callee?: Identifier;
  readonly body?: { readonly body?: readonly unknown[] };
}

interface Element {
  readonly openingElement: { readonly name: Identifier };
  readonly children: readonly { readonly expression?: Identifier }[];
}

interface Assignment {
  readonly left: MemberNode;
  readonly right: Listener;
}

/** Values that are no function. */
const plain = /^(?:Literal|TemplateLiteral|ObjectExpression|ArrayExpression)$/u;

/** Whether a module does it when it is evaluated, and no function later. */
const isOfModule = ({ parent }: ChildNode): boolean =>
  !parent || (!/Function|^PropertyDefinition$/u.test(parent.type) && isOfModule(parent));

/** `() => {}`. */
const isEmpty = ({ type, body }: Listener): boolean =>
  type === 'ArrowFunctionExpression' && body?.body?.length === 0;

/** `event.target.value`. */
const isTypedText = ({ property, object }: MemberNode): boolean =>
  property?.name === 'value' && /^(?:currentT|t)arget$/.test(object?.property?.name ?? '');

const idioms = {
  meta: {
    type: 'problem',
    docs: {
      description:
        'actions, forms, stores and sessions of src, and listeners of servers, have one idiom each',
    },
  },
  create(context: Context) {
    const file = pathOf(context);
    const states = new Set<string>();
    const typed = new Set<string>();
    /** Constants that hold a guarded listener, which is also taken back by its name. */
    const guarded = new Set<string>();
    const isGuarded = (listener: Listener) =>
      isEmpty(listener) ||
      listener.callee?.name === 'guardListener' ||
      (listener.name !== undefined && guarded.has(listener.name));
    const checkListener = (node: unknown, name: string, listener: Listener | undefined) => {
      if (!listener || plain.test(listener.type ?? '') || isGuarded(listener)) return;
      const message = checkGuarded(file, name);
      if (message) context.report({ node, message });
    };
    return {
      AssignmentExpression({ left, right }: Assignment) {
        const { name = '' } = left.property ?? {};
        if (isListenerProperty(name)) checkListener(left, name, right);
      },
      CallExpression(node: CallNode) {
        const { name = '', property } = node.callee;
        const called = property?.name ?? name;
        // A function of its own named `on` or `once` is something else.
        const place = /^on(?:ce)?$/u.test(name) ? undefined : listenerPlace(called);
        const listener = place === undefined ? undefined : node.arguments.at(place);
        // The last argument of a server may be its options.
        if (place !== -1 || listener?.body) checkListener(node, called, listener);
        const persistence = property?.name === 'setPersistence' ? checkPersistenceCall(file) : null;
        if (persistence) context.report({ node, message: persistence });
        const change = checkAccountChange(file, namesBefore(node.callee.object), property?.name ?? '');
        if (change) context.report({ node, message: change });
        if (!states.has(name) || typed.has(name) || !node.arguments.some(isTypedText)) return;
        typed.add(name);
        const message = checkTypedStates(file, [...typed]);
        if (message) context.report({ node, message });
      },
      JSXElement({ openingElement, children }: Element) {
        if (openingElement.name.name !== 'Suspense') return;
        for (const { expression } of children) {
          const message =
            /^(?:Conditional|Logical)Expression$/u.test(expression?.type ?? '') && checkSuspense(file);
          if (message) context.report({ node: expression, message });
        }
      },
      VariableDeclarator(node: Declarator) {
        if (node.init?.callee?.name === 'guardListener' && node.id.name !== undefined)
          guarded.add(node.id.name);
        const setter = node.id.elements?.[1]?.name;
        if (node.init?.callee?.name !== 'useState' || setter === undefined) return;
        states.add(setter);
        const message = checkState(file, setter);
        if (message) context.report({ node, message });
      },
      NewExpression(node: Construction) {
        const { object, property } = node.callee;
        const format = object?.name === 'Intl' && isOfModule(node) ? checkFormat(file, property?.name) : null;
        if (format) context.report({ node, message: format });
        const [item] = node.typeArguments?.params ?? [];
        if (node.callee.name !== 'Set' || item?.type !== 'TSFunctionType' || item.params?.length !== 0)
          return;
        const message = checkListeners(file);
        if (message) context.report({ node, message });
      },
    };
  },
};

/** Names of an expression such as `auth.mail`, outermost first; of `offered(auth.mail)` those of its argument. */
function namesBefore(node: NamedNode | undefined): readonly string[] {
  if (!node) return [];
  if (node.expression) return namesBefore(node.expression);
  if (node.callee) return node.callee.name === 'offered' ? namesBefore(node.arguments?.[0]) : ['(call)'];
  if (node.property) return [...namesBefore(node.object), node.property.name ?? ''];
  return [node.name ?? ''];
}

export default {
  meta: { name: 'muster' },
  rules: { 'module-imports': imports, 'exported-names': exportedNames, idioms },
};
