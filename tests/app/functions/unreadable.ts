/** Documents that no version of this code wrote. */
import * as v from 'valibot';
import { decodeData } from '#api/codec.ts';
import { schemaAt } from '#functions/document-schemas.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Fields that queries ask for: the document is found as before, and can't be read. */
const queried =
  /At$|Id$|^(?:status|severity|waitingFor|people|private|teams|kind|bundled|role|number|name)$/u;

/**
 * Makes a document unreadable in one of its fields; `die` chooses which. Returns the field; null where its schema takes anything, or there
 * is no such document.
 */
export async function makeUnreadable(
  { docs }: Pick<ServerPorts, 'docs'>,
  { path, data }: Pick<DocSnapshot, 'path' | 'data'>,
  die = 0,
): Promise<string | null> {
  const schema = schemaAt(path);
  if (!schema || data === null) return null;
  const spoilt = (field: string): DocData => ({ ...data, [field]: { ofAnotherVersion: true } });
  const needed = Object.keys(data)
    .toSorted()
    .filter((field) => !v.safeParse(schema, decodeData(spoilt(field))).success);
  const unasked = needed.filter((field) => !queried.test(field));
  const fields = unasked.length > 0 ? unasked : needed;
  const field = fields[die % Math.max(1, fields.length)];
  if (field === undefined) return null;
  await docs.batch([{ type: 'set', path, data: spoilt(field) }]);
  return field;
}
