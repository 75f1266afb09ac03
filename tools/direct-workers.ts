/**
 * Starts each worker with the script that holds its modules. A worker in several scripts (`codeSplitting`) is otherwise entered by a script
 * that does nothing but import another: one more request before its first line runs.
 */
import type { Plugin, Rolldown } from 'vite';

const onlyImport = /^import\s*["']\.\/([\w.-]+\.js)["'];?\s*$/;

export const directWorkers = (): Plugin => ({
  name: 'muster:direct-workers',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const targets = entriesOf(bundle);
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          for (const [entry, target] of targets) file.code = file.code.replaceAll(entry, target);
      for (const entry of targets.keys()) delete bundle[`assets/${entry}`];
    },
  },
});

/** Scripts that only import another one, with the name of that. */
function entriesOf(bundle: Rolldown.OutputBundle): ReadonlyMap<string, string> {
  return new Map(
    Object.values(bundle).flatMap((file) => {
      if (file.type !== 'asset' || !/^assets\/[\w.-]*\.js$/.test(file.fileName)) return [];
      const target = onlyImport.exec(String(file.source))?.[1];
      return target !== undefined && `assets/${target}` in bundle
        ? [[file.fileName.slice('assets/'.length), target] as const]
        : [];
    }),
  );
}
