import type { DocsLimits } from '#ports/docs/limits.ts';

/** The store evaluates any query and takes any document; vectors are not searched. */
export const minimalLimits: DocsLimits = {
  alternatives: Infinity,
  excluded: Infinity,
  inequalities: Infinity,
  parts: Infinity,
  neighbours: 0,
  dimensions: 0,
  documentBytes: Infinity,
  valueBytes: Infinity,
  fieldPathBytes: Infinity,
  commitBytes: Infinity,
  operations: Infinity,
  indexEntries: Infinity,
};
