/** Functions that look documents up, by service. */
import type { ServiceKind } from './syntax.ts';

export interface LookupFunction {
  /** Whether documents are read as the request would leave them. */
  readonly after: boolean;
  /** The document, or whether there is one. */
  readonly gives: 'document' | 'existence';
}

const inDocuments: Readonly<Record<string, LookupFunction>> = {
  get: { after: false, gives: 'document' },
  exists: { after: false, gives: 'existence' },
  getAfter: { after: true, gives: 'document' },
  existsAfter: { after: true, gives: 'existence' },
};

/** `get(…)` in rules of documents, `firestore.get(…)` in rules of files. */
export function lookupFunction(
  service: ServiceKind,
  namespace: string | null,
  name: string,
): LookupFunction | null {
  const wanted = service === 'cloud.firestore' ? null : 'firestore';
  const found = namespace === wanted && Object.hasOwn(inDocuments, name) ? inDocuments[name] : undefined;
  return !found || (found.after && service === 'firebase.storage') ? null : found;
}
