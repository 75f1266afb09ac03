import type { DocsLimits } from '#ports/docs/limits.ts';
import { mostLevels } from '#provider-kit/docs/argument-limits.ts';
import { checksWithin } from '#query/arguments.ts';

/** Paths fit into a row of an index. A query has as many parts as its text in SQL can bear. Vectors are not searched. */
export const postgresLimits: DocsLimits = {
  alternatives: 100,
  excluded: 100,
  inequalities: 10,
  parts: 500,
  neighbours: 0,
  dimensions: 0,
  idBytes: 500,
  pathBytes: 1000,
  collections: 50,
  levels: mostLevels,
  vectorNumbers: 2048,
  documentBytes: 1024 * 1024,
  valueBytes: Infinity,
  fieldPathBytes: 1500,
  commitBytes: 10 * 1024 * 1024,
  operations: Infinity,
  indexEntries: Infinity,
};

export const { path: checkedPath, query: checkedQuery, write: checkedWrite } = checksWithin(postgresLimits);
