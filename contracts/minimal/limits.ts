import type { DocsLimits } from '#ports/docs/limits.ts';
import { mostLevels } from '#provider-kit/docs/argument-limits.ts';

/** The store evaluates any query and takes any document; vectors are not searched. */
export const minimalLimits: DocsLimits = {
  alternatives: Infinity,
  excluded: Infinity,
  inequalities: Infinity,
  parts: Infinity,
  neighbours: 0,
  dimensions: 0,
  idBytes: Infinity,
  pathBytes: Infinity,
  collections: Infinity,
  levels: mostLevels,
  vectorNumbers: Infinity,
  documentBytes: Infinity,
  valueBytes: Infinity,
  fieldPathBytes: Infinity,
  commitBytes: Infinity,
  operations: Infinity,
  indexEntries: Infinity,
};
