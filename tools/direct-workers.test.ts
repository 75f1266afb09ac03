import { expect, test } from 'vitest';
import type { Rolldown } from 'vite';
import { directWorkers } from './direct-workers.ts';

const chunk = (fileName: string, code: string) => ({ type: 'chunk', fileName, code });
const asset = (fileName: string, source: string) => ({ type: 'asset', fileName, source });

/** The bundle after the plugin: code of chunks and names of all files. */
function processed(files: readonly (ReturnType<typeof chunk> | ReturnType<typeof asset>)[]) {
  const bundle = Object.fromEntries(files.map((file) => [file.fileName, file]));
  const { generateBundle } = directWorkers();
  if (typeof generateBundle !== 'object') throw new Error('The plugin has no hook.');
  Reflect.apply(generateBundle.handler, null, [{}, bundle as unknown as Rolldown.OutputBundle, true]);
  return {
    names: Object.keys(bundle),
    codes: Object.values(bundle).flatMap((file) => ('code' in file ? [file.code] : [])),
  };
}

test('a worker whose first script only imports another one starts with the imported one', () => {
  const page = chunk('assets/page-1.js', 'new SharedWorker(new URL("/assets/worker-entry.js",""))');
  const files = [
    page,
    asset('assets/worker-entry.js', 'import"./worker-all.js";\n'),
    asset('assets/worker-all.js', 'run()'),
  ];
  expect(processed(files)).toEqual({
    names: ['assets/page-1.js', 'assets/worker-all.js'],
    codes: ['new SharedWorker(new URL("/assets/worker-all.js",""))'],
  });
});

test.each([
  ['does more than import', 'import"./worker-all.js";run();'],
  ['takes something from the other', 'import{a}from"./worker-all.js";'],
  ['imports a script that is not there', 'import"./gone.js";'],
])('a script that %s is kept', (_name, code) => {
  const files = [
    chunk('assets/page-1.js', 'new Worker("/assets/worker-entry.js")'),
    asset('assets/worker-entry.js', code),
    asset('assets/worker-all.js', 'run()'),
  ];
  expect(processed(files).names).toHaveLength(3);
});
