/**
 * The first paint: the coming screen's shell in index.html itself, with its styles, before any script or style sheet has arrived. A script in
 * the page (its hash is in the content security policy) chooses the shell, which also names the scripts of that screen, so that they
 * are fetched beside the page's own and not after it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import type { ComingScreen } from '../src/app/coming-screen.ts';

interface Shells {
  /** Markup of each. */
  readonly shells: Readonly<Record<ComingScreen, string>>;
  /** Styles of both, minified. */
  readonly styles: string;
}

/** Modules whose scripts each screen begins with, as paths from the root; `next`: those of the screens that follow the sign-in screen. */
export type FirstModules = Readonly<Record<ComingScreen | 'next', readonly string[]>>;

/** Names of scripts are those of the build; in the development server pages begin blank. */
export function paintShell(root: string, define: Record<string, string>, modules: FirstModules): Plugin {
  return {
    name: 'muster:shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        // Pages of tests have no place for shells.
        if (!bundle || !html.includes(place)) return html;
        const { shells, styles } = await renderShells(root, define);
        const templates = (['sign-in', 'frame', 'next'] as const).map((screen) =>
          templateOf(
            screen,
            screen === 'next' ? '' : shells[screen],
            filesOf(root, bundle, modules[screen], html),
          ),
        );
        return {
          html: withShells(html, templates.join('\n    ')),
          tags: [{ tag: 'style', children: styles, injectTo: 'head' }] satisfies HtmlTagDescriptor[],
        };
      },
    },
  };
}

/** Comment in index.html. */
const place = '<!-- shells -->';

const sheet = /\s*<link rel="stylesheet"[^>]*>/g;

/** Templates in their place, and the page's style sheet after them: before, it would delay the shell. */
function withShells(html: string, templates: string): string {
  const sheets = html.match(sheet) ?? [];
  return html
    .replace(sheet, '')
    .replace(place, () => templates)
    .replace('</body>', `${sheets.map((link) => `  ${link.trim()}\n  `).join('')}</body>`);
}

const templateOf = (screen: ComingScreen | 'next', markup: string, files: readonly string[]): string =>
  `<template id="shell-${screen}">${files.map(preloadOf).join('')}${markup}</template>`;

const preloadOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** Scripts and style sheets of modules, without those that the page has already. */
function filesOf(
  root: string,
  bundle: Rolldown.OutputBundle,
  modules: readonly string[],
  html: string,
): readonly string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (found.has(file) || chunk?.type !== 'chunk') return;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const each of chunk.imports) add(each);
  };
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  for (const module of modules) {
    const id = path.join(root, module);
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
    if (!chunk) throw new Error(`No script begins with ${module}.`);
    add(chunk.fileName);
  }
  return [...found].filter((file) => !html.includes(`"/${file}"`));
}

/** Renders the shells in Node, with the class names of the app's build: both are made of the same files in the same way. */
async function renderShells(root: string, define: Record<string, string>): Promise<Shells> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      ssr: 'src/app/shell.tsx',
      ssrEmitAssets: true,
      write: false,
      cssMinify: true,
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
    // Screens are loaded by the app, and not here.
    plugins: [
      { name: 'muster:no-screens', resolveDynamicImport: (id) => ({ id: String(id), external: true }) },
    ],
  });
  if (!('output' in built)) throw new Error('One build was expected.');
  const [script] = built.output;
  const styles = built.output
    .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    .map((file) => String((file as Rolldown.OutputAsset).source));
  // Beside the packages that it imports.
  const folder = await mkdtemp(path.join(root, 'node_modules/.shell-'));
  try {
    const file = path.join(folder, 'shell.mjs');
    await writeFile(file, script.code);
    const { shells } = (await import(pathToFileURL(file).href)) as Pick<Shells, 'shells'>;
    return { shells, styles: styles.join('\n') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
