/** Arguments checked within the limits of the platform, whether a client gives them, backend code or another protocol. */
import { ownQueryWithin } from '#ports/docs/check-query.ts';
import { ownWriteWithin } from '#ports/docs/check-writes.ts';
import type { Write } from '#ports/docs/docs.ts';
import { type FieldPath, fieldPathWithin } from '#ports/docs/field-path.ts';
import { ownData } from '#ports/docs/own.ts';
import { checkDocumentPath } from '#ports/docs/paths.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import { platformLimits } from './planner.ts';

/** @throws TypeError */
export const platformPath = (path: unknown): string => checkDocumentPath(path, platformLimits);

/** @throws TypeError */
export const platformFieldPath = (text: unknown): FieldPath => fieldPathWithin(platformLimits, text);

/** @throws TypeError */
export const platformData = (data: unknown): DocData => ownData(data, platformLimits);

/** @throws TypeError */
export const platformQuery = (query: Query): Query => ownQueryWithin(platformLimits, query);

/** @throws TypeError */
export const platformWrite = (write: Write): Write => ownWriteWithin(platformLimits, write);
