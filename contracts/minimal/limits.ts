import type { DocsLimits } from '#query/limits.ts';

/** The store evaluates any query; vectors are not searched. */
export const minimalLimits: DocsLimits = {
  alternatives: Infinity,
  excluded: Infinity,
  inequalities: Infinity,
  parts: Infinity,
  neighbours: 0,
  dimensions: 0,
};
