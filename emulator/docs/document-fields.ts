/** Parts of requests for single documents: which fields are wanted, which order, which id. */
import { fieldAt } from '#query/fields.ts';
import { Draft } from '#query/draft.ts';
import { checkId } from '#provider-kit/docs/paths.ts';
import type { Order } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import { platformFieldPath } from '#firebase-rules/platform/arguments.ts';
import { refusing } from './status.ts';

export interface Mask {
  readonly fieldPaths?: readonly string[];
}

/** The fields that are wanted, all of them without a mask. @throws PortError invalid-argument */
export function withFields(data: DocData | null, mask: Mask | undefined): DocData | null {
  if (!mask || data === null) return data;
  const draft = new Draft(null);
  for (const field of mask.fieldPaths ?? []) {
    // The name of the document is always told.
    if (field === '__name__') continue;
    const path = refusing(() => platformFieldPath(field));
    const value = fieldAt(data, path);
    if (value !== undefined) draft.put(path, value);
  }
  return draft.data;
}

/** `a desc, b.c`: without a direction upwards. @throws PortError invalid-argument */
export function ordersFrom(text: string): readonly Order[] {
  return text.split(',').map((one) => {
    const [field = '', direction = 'asc', ...rest] = one.trim().split(/\s+/u);
    if (field === '' || rest.length > 0 || (direction !== 'asc' && direction !== 'desc'))
      throw new PortError('invalid-argument', `“${text}” is no order: write “a desc, b”.`);
    return { field, direction };
  });
}

/** @throws PortError invalid-argument */
export const documentIdFrom = (id: string): string =>
  refusing(() => checkId(id, 'A document’s id', platformLimits));
