import type { Case } from './case.ts';
import { deleted } from './deleted.ts';
import { files } from './files.ts';
import { roles } from './reads.ts';
import { realtime } from './realtime.ts';
import { sessions } from './sessions.ts';
import { documentWrites, entriesAreWrittenEarlier, filePaths, patternIds, taskIsDone } from './writes.ts';

/** Tables by subject. */
export const tables: Readonly<Record<string, readonly Case[]>> = {
  'documents by role': roles,
  'documents that browsers write': documentWrites,
  'who did a task, and when': taskIsDone,
  'when an entry was written': entriesAreWrittenEarlier,
  'paths of files': [...filePaths, ...patternIds],
  'stored files': files,
  presence: realtime,
  'a deleted team': deleted,
  'signed out everywhere': sessions,
};
