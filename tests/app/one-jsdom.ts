/** Test environment: one jsdom for all files of a worker, emptied after each. Libraries keep references to the first window they see. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

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
  document.head.replaceChildren();
  document.body.replaceWith(document.createElement('body'));
  for (const { name } of document.documentElement.attributes) document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}
