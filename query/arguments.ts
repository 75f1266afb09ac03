/** Arguments of documents, checked against given limits, copied and frozen. */
import type { Write } from '#ports/docs/docs.ts';
import { type FieldPath, formatFieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import { ownQueryWithin } from '#provider-kit/docs/check-query.ts';
import { ownWriteWithin } from '#provider-kit/docs/check-writes.ts';
import { fieldPathWithin } from '#provider-kit/docs/field-names.ts';
import { ownData } from '#provider-kit/docs/own.ts';
import { checkDocumentPath } from '#provider-kit/docs/paths.ts';

/** For modules that use documents as data alone. */
export { formatFieldPath, parseFieldPath };

/** Each throws a `TypeError` for an argument that no document or query can have. */
export interface ArgumentChecks {
  path(path: unknown): string;
  fieldPath(text: unknown): FieldPath;
  data(data: unknown): DocData;
  query(query: Query): Query;
  write(write: Write): Write;
}

export const checksWithin = (limits: ArgumentLimits): ArgumentChecks => ({
  path: (path) => checkDocumentPath(path, limits),
  fieldPath: (text) => fieldPathWithin(limits, text),
  data: (data) => ownData(data, limits),
  query: (query) => ownQueryWithin(limits, query),
  write: (write) => ownWriteWithin(limits, write),
});
