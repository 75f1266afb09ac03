/**
 * Test environment: one jsdom for all files of a worker, since libraries keep references to the first window they see. Emptied after each
 * group of files that Vitest hands to the worker; setup.ts does so after each file.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { emptyPage } from './empty-page.ts';

const made = Symbol.for('muster.one-jsdom');
const shared = globalThis as { [made]?: Promise<unknown> };

export default {
  name: 'one-jsdom',
  viteEnvironment: 'client',
  async setup(global, options) {
    await (shared[made] ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options)));
    return { teardown: empty };
  },
} satisfies Environment;

function empty(): void {
  emptyPage();
  document.body.replaceWith(document.createElement('body'));
}
