/**
 * Removes orphaned files: uploaded, and never recorded, because the browser was closed before or its record was rejected. A portion of the
 * storage per sweep, from where the one before ended; a pause of a day after a complete pass.
 */
import * as v from 'valibot';
import { epochMsSchema, isId } from '#domain/base.ts';
import { constants, day } from '#domain/constants.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { fromDocument, fromReadableDocument, toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts, ServerObjectPage } from '#ports/server/server.ts';

/** Files that one sweep looks at. */
const portion = 200;
/** Folders in the order of the purge. */
const folders = ['teams', 'users'] as const;

const stateSchema = v.object({
  folder: v.picklist(folders),
  pageToken: v.nullable(v.string()),
  /** Earliest time of the next portion. */
  nextAt: epochMsSchema,
});
type State = v.InferInput<typeof stateSchema>;

const statePath = serverPaths.sweepState('uploads');

export async function purgeUploads(server: ServerPorts): Promise<void> {
  const now = server.clock.now();
  const stored: State | null = fromDocument(stateSchema, await server.docs.get(statePath));
  const state: State = stored ?? { folder: folders[0], pageToken: null, nextAt: now };
  if (now < state.nextAt) return;
  const { objects, nextPageToken } = await pageOf(server, state);
  const oldest = now - constants.unrecordedUploadDays * day;
  for (const { path, createdAt } of objects)
    if (createdAt < oldest && !(await isRecorded(server, path))) await server.storage.remove(path);
  const after = stateAfter(state, nextPageToken, now);
  await server.docs.batch([{ type: 'set', path: statePath, data: toDocument(after) }]);
}

/** A token that the storage no longer takes begins the folder anew. */
async function pageOf({ storage }: ServerPorts, { folder, pageToken }: State): Promise<ServerObjectPage> {
  if (pageToken === null) return storage.list(folder, { max: portion });
  try {
    return await storage.list(folder, { max: portion, pageToken });
  } catch (error) {
    if (isPortError(error, 'invalid-argument')) return storage.list(folder, { max: portion });
    throw error;
  }
}

function stateAfter({ folder }: State, pageToken: string | null, now: number): State {
  if (pageToken !== null) return { folder, pageToken, nextAt: now };
  const next = folders[folders.indexOf(folder) + 1];
  if (next !== undefined) return { folder: next, pageToken: null, nextAt: now };
  return { folder: folders[0], pageToken: null, nextAt: now + day };
}

/** Files of another shape are nobody's: nothing that Muster shows can lead to them, and they stay. */
async function isRecorded(server: ServerPorts, path: string): Promise<boolean> {
  const segments = path.split('/');
  const [, owner = '', kind, inner = '', fileId = ''] = segments;
  if (![owner, inner].every(isId)) return true;
  if (segments.length === 6 && kind === 'incidents' && isId(fileId))
    return isAttached(server, path, documentPaths.attachment(owner, inner, fileId));
  if (segments.length === 4 && kind === 'pictures') return isShown(server, owner, inner);
  return true;
}

async function isAttached({ docs }: ServerPorts, path: string, recordPath: string): Promise<boolean> {
  const snapshot = await docs.get(recordPath);
  if (snapshot.data === null) return false;
  // A record that can't be read may speak of the file.
  return (fromReadableDocument(attachmentSchema, snapshot)?.path ?? path) === path;
}

/** Whether a member document of the person, in any team, has the picture. */
async function isShown({ docs }: ServerPorts, userId: string, pictureId: string): Promise<boolean> {
  const snapshot = await docs.get(documentPaths.user(userId));
  if (snapshot.data === null) return false;
  const profile = fromReadableDocument(userProfileSchema, snapshot);
  if (profile === null) return true;
  for (const teamId of Object.keys(profile.teams)) {
    const found = await docs.get(documentPaths.member(teamId, userId));
    const member = fromReadableDocument(memberSchema, found);
    if (found.data !== null && (member === null || member.picture === pictureId)) return true;
  }
  return false;
}
