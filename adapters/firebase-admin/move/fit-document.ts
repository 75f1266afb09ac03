/** Documents of a move as Firestore can hold them: texts are Unicode, and times whole microseconds. */
import { isPortError } from '#ports/errors.ts';
import { type DocData, type DocValue, Timestamp } from '#ports/docs/values.ts';
import { checkDocumentPath } from '#provider-kit/docs/paths.ts';
import type { Fitted } from '#provider-kit/move/move-backend.ts';
import type { MovedDoc } from '#provider-kit/move/moved-records.ts';
import { mapFields, mapLeaves } from '#provider-kit/visit-values.ts';
import { firestoreLimits } from '../../firebase/docs/limits.ts';

export function fitFirebaseDocument({ path, data }: MovedDoc): Fitted<MovedDoc> {
  try {
    checkDocumentPath(path, firestoreLimits);
  } catch (error) {
    if (!(isPortError(error) || error instanceof TypeError)) throw error;
    return { record: null, losses: ['documents whose paths Firestore does not take'] };
  }
  const losses = new Set<string>();
  const fitted: DocData = mapFields(
    data,
    (value) =>
      mapLeaves(value, (leaf) => {
        if (typeof leaf === 'string' && !leaf.isWellFormed()) {
          losses.add('documents with texts that are not Unicode: a sign stands for what is none');
          return leaf.toWellFormed();
        }
        if (leaf instanceof Timestamp && leaf.nanoseconds % 1000 !== 0) {
          losses.add('documents with times finer than a microsecond');
          return new Timestamp(leaf.seconds, leaf.nanoseconds - (leaf.nanoseconds % 1000));
        }
        return leaf;
      }) as DocValue,
  );
  return { record: { path, data: fitted }, losses: [...losses] };
}
