/** Answers to senders of webhooks. Senders retry 5xx and never 429: 503 for a message to be repeated, 4xx for one that would fail again. */
import { deletedSentence } from '#domain/team/deletion.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import { json, notFound, warned } from './answers.ts';
import type { IngestResult } from './ingest-signal.ts';

export const errorAnswer = (status: number, error: string, message: string, headers = {}): HttpResponse =>
  json(status, { status: 'error', error, message }, headers);

const takenSentences = {
  received: 'Received.',
  dropped: 'No alert is open under this key: nothing to do.',
  filtered: 'Dropped by a rule of this key.',
} as const;

export function webhookAnswer(
  taken: IngestResult,
  { dedupKey, warnings }: { readonly dedupKey: string; readonly warnings: readonly string[] },
): HttpResponse {
  switch (taken.kind) {
    case 'taken':
      return json(200, {
        status: 'success',
        message: takenSentences[taken.result],
        dedup_key: dedupKey,
        ...warned(warnings),
      });
    case 'unknown-key':
      return notFound();
    case 'revoked-key':
      return errorAnswer(401, 'key_revoked', 'This key was revoked. Send with the key that took its place.');
    case 'deleted-team':
      return errorAnswer(401, 'key_revoked', deletedSentence(taken.deletedAt));
    case 'too-many':
      return errorAnswer(503, 'rate_limited', 'Too many messages under this key in one minute.', {
        'retry-after': String(taken.retryAfter),
      });
    case 'overloaded':
      return errorAnswer(503, 'unavailable', 'Too busy to take this now. Send it again.', {
        'retry-after': '5',
      });
  }
}
