/** Specifiers of imports as a published package has them: `#module/file.ts` is a file of the package itself, or of another package. */
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface PackageImports {
  /** Folder of the package in the repository. */
  readonly folder: string;
  /** `imports` of its package.json: `#module/*` to `./*` or `@muster/module/*`. */
  readonly imports: Readonly<Record<string, string>>;
}

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The code with published specifiers. `file`: from the package's folder. @throws SyntaxError; Error for an import that leaves the package */
export function withPublishedSpecifiers(code: string, file: string, from: PackageImports): string {
  let published = code;
  for (const { start, end, value } of specifiersOf(code, file).toSorted((a, b) => b.start - a.start))
    published =
      published.slice(0, start) + JSON.stringify(publishedAs(value, file, from)) + published.slice(end);
  return published;
}

/** Import and export declarations, dynamic imports, and types that name a module. */
function specifiersOf(code: string, file: string): readonly Literal[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const found: Literal[] = [];
  const add = ({ source }: { readonly source: unknown }) => {
    if (isText(source)) found.push(source);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return found;
}

const isText = (node: unknown): node is Literal =>
  typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string';

function publishedAs(specifier: string, file: string, from: PackageImports): string {
  const target = specifier.startsWith('#') ? targetOf(specifier, from) : specifier;
  if (target.startsWith('@muster/')) return target.replace(/\.tsx?$/u, '');
  if (!target.startsWith('.')) return target;
  const folder = path.posix.dirname(file);
  const own = specifier.startsWith('#') ? path.posix.normalize(target) : path.posix.join(folder, target);
  if (own.startsWith('..'))
    throw new Error(`${from.folder}/${file} imports ${specifier}, outside its package.`);
  const relative = path.posix.relative(folder, own).replace(/\.tsx?$/u, '.js');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function targetOf(specifier: string, { folder, imports }: PackageImports): string {
  for (const [key, target] of Object.entries(imports)) {
    const prefix = key.replace('*', '');
    if (specifier.startsWith(prefix)) return target.replace('*', specifier.slice(prefix.length));
  }
  throw new Error(`The package in ${folder} has no “imports” for ${specifier}.`);
}
