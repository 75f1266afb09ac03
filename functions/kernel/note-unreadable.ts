/** Notes of documents that could not be read, as admins see them under Diagnostics. The documents stay as they are. */
import { notedAgain, setAsideId, teamOf } from '#domain/set-aside/note.ts';
import { setAsideSchema } from '#domain/set-aside/schema.ts';
import { fromReadableDocument, toDocument, type UnreadableDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from './attempt.ts';

/** Notes each once per pause. A document outside of a team has no admins, and is reported to the operator. */
export async function noteUnreadable(
  server: ServerPorts,
  documents: readonly UnreadableDocument[],
): Promise<void> {
  for (const error of documents) {
    const teamId = teamOf(error.path);
    if (teamId === null) server.background.report(error);
    else await attempt(() => noteOne(server, teamId, error));
  }
}

async function noteOne(
  { docs, clock }: ServerPorts,
  teamId: string,
  error: UnreadableDocument,
): Promise<void> {
  const { path, field: reason } = error;
  const notePath = documentPaths.setAside(teamId, setAsideId(path));
  const before = fromReadableDocument(setAsideSchema, await docs.get(notePath));
  const now = clock.now();
  if (before?.kind === 'unreadable' && before.tryAgainAt > now) return;
  const note = notedAgain(before, { teamId, path, kind: 'unreadable', reason }, now);
  await docs.batch([{ type: 'set', path: notePath, data: toDocument(note) }]);
}
