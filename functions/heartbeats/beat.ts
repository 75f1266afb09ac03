/** `GET`, `HEAD` or `POST /in/heartbeat/:key`: a beat, and the end of a missed one. Beats a few seconds apart write nothing. */
import { beat, heartbeatSignal } from '#domain/heartbeat/transitions.ts';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { json, notFound } from '../ingest/answers.ts';
import { receiveOn } from '../ingest/ingest-signal.ts';
import { lookUpKey } from '../ingest/keys.ts';
import { errorAnswer } from '../ingest/webhook-answers.ts';
import { transact } from '../kernel/unit-of-work.ts';

export async function heartbeatRoute(server: ServerPorts, key: string): Promise<HttpResponse> {
  try {
    return await transact(server, async (work) => {
      const looked = await lookUpKey(work, key, 'heartbeat');
      if (looked.kind === 'unknown') return notFound();
      if (looked.kind === 'deleted')
        return errorAnswer(401, 'key_revoked', deletedSentence(looked.deletedAt));
      if (looked.kind === 'revoked')
        return errorAnswer(
          401,
          'key_revoked',
          'This key was revoked. Send with the key that took its place.',
        );
      const { integration } = looked;
      const path = documentPaths.heartbeat(integration.teamId, integration.id);
      const before = await work.get(heartbeatSchema, path);
      if (before === null) return notFound();
      const { state, ended } = beat(before, work.now);
      if (state !== before) work.save(path, state);
      // Once: lists and the checklist of a new team see that something was sent; later beats are in the heartbeat.
      if (integration.lastEventAt === null)
        work.save(documentPaths.integration(integration.teamId, integration.id), {
          ...integration,
          lastEventAt: work.now,
        });
      if (ended)
        await receiveOn(work, integration, heartbeatSignal('resolve', integration.name, before, work.now), {
          key: null,
        });
      const nextDue = state.dueAt === null ? null : new Date(state.dueAt).toISOString();
      return json(200, { status: 'success', message: 'The beat is noted.', next_due: nextDue });
    });
  } catch (error) {
    if (isPortError(error) && error.retryable)
      return errorAnswer(503, 'unavailable', 'Too busy to take this now. Send it again.', {
        'retry-after': '5',
      });
    throw error;
  }
}
