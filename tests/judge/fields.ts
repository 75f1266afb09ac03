/** One spelling for each field. */
import { formatFieldPath, parseFieldPath } from '#ports/docs/field-path.ts';

export const canonicalField = (field: string): string => formatFieldPath(parseFieldPath(field));
