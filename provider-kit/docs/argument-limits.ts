/** Limits on arguments that hold for every provider of documents. */
import type { ArgumentLimits } from '#ports/docs/limits.ts';

/** Protects the stack of whoever goes through a value, client or server, and what encodings of values count on. */
export const mostLevels = 100;

/** Of arguments whose provider has no limits, or has checked them already. */
export const widestLimits: ArgumentLimits = {
  idBytes: Infinity,
  pathBytes: Infinity,
  collections: Infinity,
  fieldPathBytes: Infinity,
  levels: mostLevels,
  vectorNumbers: Infinity,
};
