/** Answers of each engine to the same query, as text. */
import { FirebaseError } from 'firebase/app';
import type { DocumentSnapshot as SdkDoc } from 'firebase/firestore';
import type { Docs, DocSnapshot } from '#ports/docs/docs.ts';
import { isPortError } from '#ports/errors.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { ReferenceSdk } from './firestore.ts';
import { asProduction } from './production.ts';
import { withPlaces } from './queries.ts';
import { show } from './show.ts';
import { dataFromSdk } from './translate.ts';

/** Answer of an engine: documents in order, or the error. */
export type Answer = readonly string[] | string;

export const line = (path: string, data: DocData, pending: boolean) =>
  `  ${path} ${show(data)}${pending ? ' (pending)' : ''}`;

/** Refusals are answers: a mistake of the programmer, to the port, is an invalid argument to the SDK. */
export async function refusal(ask: () => Promise<readonly string[]>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    // A limit to the last documents without an order is `unimplemented` in the SDK alone.
    if (error instanceof FirebaseError)
      return `refused: ${error.code === 'unimplemented' ? 'invalid-argument' : error.code}`;
    if (isPortError(error)) return `refused: ${error.code}`;
    // No code in the SDK.
    if (error instanceof Error && error.message.startsWith('Invalid query. '))
      return 'refused: invalid-argument';
    if (error instanceof TypeError) return 'refused: invalid-argument';
    throw error;
  }
}

export const ofPort = (docs: Docs, query: Query, places: ReadonlyMap<string, DocSnapshot>, cache: boolean) =>
  refusal(async () => {
    const asked = withPlaces(query, (path) => {
      const found = places.get(path);
      if (!found) throw new Error(`Nothing is known of ${path}.`);
      return found;
    });
    const found = await docs.find(asked, { source: cache ? 'cache' : 'server' });
    return found.docs.map(({ path, data, metadata }) => line(path, data ?? {}, metadata.hasPendingWrites));
  });

export const ofSdk = (sdk: ReferenceSdk, query: Query, places: ReadonlyMap<string, SdkDoc>) =>
  refusal(async () => {
    const asked = asProduction(query);
    const found = await sdk.find(
      sdk.query(asked, (path) => places.get(path)),
      asked,
    );
    return found.docs.map((doc) =>
      line(doc.ref.path, dataFromSdk(doc.data()), doc.metadata.hasPendingWrites),
    );
  });

export const text = (answer: Answer) =>
  typeof answer === 'string' ? answer : answer.join('\n') || '  (nothing)';
export const confirmed = (answer: Answer): Answer =>
  typeof answer === 'string' ? answer : answer.map((one) => one.replace(/ \(pending\)$/u, ''));
