/**
 * Firebase's packages as the deployed functions need them: what a start would load or work out and nothing uses is left out. A build fails
 * when a package no longer is what its rule expects.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { leanRules, leftOut } from './lean-rules.ts';

const nameOf = (id: string) => id.split('/node_modules/').at(-1) ?? id;

const names = [...Object.keys(leanRules), ...Object.keys(leftOut)];
const packages = new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]));

/** Scripts without comments and with short names of variables; functions and classes keep theirs, and statements their lines. */
export const namedScripts = {
  comments: false,
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: false } },
} as const;

export function leanPackages(): Plugin {
  const unmet = new Set(names);
  return {
    name: 'muster-lean-packages',
    enforce: 'pre',
    load: {
      filter: { id: new RegExp(`/node_modules/(?:${[...packages].join('|')})/`) },
      async handler(id) {
        const name = nameOf(id);
        unmet.delete(name);
        if (name in leftOut) return { code: 'module.exports = {};' };
        const lean = leanRules[name];
        if (!lean) return null;
        try {
          return { code: lean(await readFile(id, 'utf8')) };
        } catch (error) {
          throw new Error(`${name} is not what tools/lean-rules.ts expects.`, { cause: error });
        }
      },
    },
    buildEnd(error) {
      if (error) return;
      if (unmet.size > 0)
        throw new Error(`Not loaded, against tools/lean-rules.ts: ${[...unmet].join(', ')}.`);
      for (const id of this.getModuleIds()) {
        const importers = leftOut[nameOf(id)];
        const others = this.getModuleInfo(id)?.importers.map(nameOf) ?? [];
        const unknown = importers ? others.filter((other) => !importers.includes(other)) : [];
        if (unknown.length > 0)
          throw new Error(`${nameOf(id)} is left out, and ${unknown.join(', ')} imports it.`);
      }
    },
  };
}
