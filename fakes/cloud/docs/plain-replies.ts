/** Replies to a client that knows no exact numbers. A reply without any is passed on as it is. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type { DocValue } from '#ports/docs/values.ts';
import type { DocState } from '#query/doc-state.ts';
import type { Sink } from '../session.ts';
import { plainData } from './exact-forms.ts';
import type { Accepted, DocsStreamEvent } from './protocol.ts';

export function plainDoc<T extends Pick<DocState, 'data'>>(doc: T): T {
  const data = doc.data && plainData(doc.data);
  return data === doc.data ? doc : { ...doc, data };
}

const plainDocs = (docs: readonly DocState[]): readonly DocState[] =>
  docs.every(({ data }) => data === null || plainData(data) === data) ? docs : docs.map(plainDoc);

export function plainAccepted(accepted: Accepted): Accepted {
  if (accepted.results.every(({ resolved }) => plainData(resolved) === resolved)) return accepted;
  const results = accepted.results.map((result) => ({ ...result, resolved: plainData(result.resolved) }));
  return { ...accepted, results };
}

/** Aggregates with the nearest numbers. */
export const plainNumbers = (
  values: Readonly<Record<string, DocValue>>,
): Readonly<Record<string, number | null>> =>
  mapFields(values, (value) => (value === null ? null : Number(value)));

/** Events of the stream on their way to such a client. */
export const plainSink = (sink: Sink): Sink => ({
  event(value) {
    const event = value as DocsStreamEvent;
    const docs = plainDocs(event.docs);
    const accepted = event.accepted && plainAccepted(event.accepted);
    const same = docs === event.docs && accepted === event.accepted;
    sink.event(same ? event : { ...event, docs, accepted });
  },
  end: (error) => sink.end(error),
});
