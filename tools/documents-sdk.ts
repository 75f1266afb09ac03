/** The documents SDK without `re2js` (45 kB), with which it matches regular expressions of pipelines: nothing here asks any. */
import type { Plugin } from 'vite';

const sdk = /[\\/]node_modules[\\/]@firebase[\\/]firestore[\\/]/;

/** `standIn`: path of the module that the SDK gets in its place. Other importers of `re2js` get the original. */
export const withoutRegex = (standIn: string): Plugin => ({
  name: 'muster:documents-sdk',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 're2js' && sdk.test(importer ?? '') ? standIn : null),
});
