/** The app built, as the scripts that a browser would fetch. */
import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import path from 'node:path';
import { build, type Rolldown } from 'vite';

export interface Script {
  readonly file: string;
  /** Bytes as hosting and previews send it: brotli. */
  readonly size: number;
  readonly code: string;
  /** Whether it is the page's own script. */
  readonly entry: boolean;
  /** Whether it is a worker's, built apart from the page's. */
  readonly worker: boolean;
  /** Modules in it, as paths from the root, with their share of the code before it was compressed. */
  readonly modules: ReadonlyMap<string, number>;
  /** Files of the scripts that come with it. */
  readonly imports: readonly string[];
  /** Modules that it loads later. */
  readonly later: readonly string[];
}

export type Kind = 'embedded' | 'firebase';

const root = path.resolve(import.meta.dirname, '..');

/** Builds into `outDir`; for Firebase, of the example installation. */
export async function buildScripts(kind: Kind, outDir: string): Promise<readonly Script[]> {
  process.env['MUSTER_CONFIG'] ??= 'muster.config.example.json';
  const built = await build({
    root,
    mode: kind === 'firebase' ? 'firebase' : 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  if (!('output' in built)) throw new Error('One build was expected.');
  return built.output.flatMap((file) => scriptOf(file, built.output));
}

function scriptOf(
  file: Rolldown.OutputChunk | Rolldown.OutputAsset,
  all: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
): readonly Script[] {
  if (file.type === 'chunk')
    return [
      {
        file: file.fileName,
        size: compressed(file.code),
        code: file.code,
        entry: file.isEntry,
        worker: false,
        modules: new Map([
          // A script may only re-export a module that is in another one.
          ...(file.facadeModuleId === null ? [] : [[nameOf(file.facadeModuleId), 0] as const]),
          ...Object.entries(file.modules).map(
            ([id, { renderedLength }]) => [nameOf(id), renderedLength] as const,
          ),
        ]),
        imports: file.imports,
        later: file.dynamicImports,
      },
    ];
  // Workers are built apart, and come as files that nobody looks into; their maps say what they are made of, from where `dist` would be.
  if (!file.fileName.endsWith('.js')) return [];
  const map = all.find(({ fileName }) => fileName === `${file.fileName}.map`);
  const sources =
    map?.type === 'asset'
      ? (JSON.parse(textOf(map.source)) as { readonly sources: readonly string[] }).sources
      : [];
  return [
    {
      file: file.fileName,
      size: compressed(file.source),
      code: textOf(file.source),
      entry: false,
      worker: true,
      modules: new Map(sources.map((source) => [nameOf(path.resolve(root, 'dist/assets', source)), 0])),
      imports: [],
      later: [],
    },
  ];
}

const textOf = (source: string | Uint8Array) =>
  typeof source === 'string' ? source : Buffer.from(source).toString('utf8');

/**
 * Hashes in names of files count as others of the same length, made of the name alone: with the real ones a script's size changes by up to
 * 100 bytes when another script does.
 */
export const withSteadyHashes = (code: string): string =>
  code.replaceAll(
    /\b([\w.]+)-([\w-]{8})(?=\.(?:js|css|woff2)\b)/gu,
    (_, name: string) => `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}`,
  );

const compressed = (source: string | Uint8Array) =>
  brotliCompressSync(withSteadyHashes(textOf(source))).length;

/** Packages by their name, wherever they are installed. */
function nameOf(id: string): string {
  const plain = id.replace(/^\0/, '').replace(/\?.*$/, '');
  const at = plain.lastIndexOf('node_modules/');
  return at >= 0 ? plain.slice(at) : path.relative(root, plain);
}
