/**
 * Unsent comments. Until the server has accepted a comment its text is also kept among the drafts; a later page that finds no such
 * comment on the server hands the text back.
 */
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { docsToken } from '#ports/docs/docs.ts';
import { useDraftStore } from '../client/drafts.ts';
import type { RoomWrites } from './room-writes.ts';
import { usePendingRoomWrites } from '../client/pending-room-writes.ts';
import { usePort } from '#react/ports.tsx';
import { storedEntriesAsked, useStoredEntries } from './room.ts';

const unsentComment = v.object({ id: v.string(), body: v.string() });
type UnsentComment = v.InferOutput<typeof unsentComment>;

export interface Comments {
  /** Settles once the server has accepted or refused it; a refusal leaves nothing behind, the caller has the text. */
  send(body: string): Promise<void>;
  /** Comments of an earlier page that the server does not have. */
  readonly lost: readonly UnsentComment[];
  forget(id: string): void;
}

export function useComments(incidentId: string, writes: Pick<RoomWrites, 'comment'>): Comments {
  const docs = usePort(docsToken);
  const drafts = useDraftStore();
  const name = `unsent.${incidentId}`;
  const [earlier, setEarlier] = useState(() => parse(drafts.read(name)));
  const change = (next: (all: readonly UnsentComment[]) => readonly UnsentComment[]) => {
    const all = next(parse(drafts.read(name)));
    drafts.write(name, all.length === 0 ? '' : JSON.stringify(all));
  };
  const without = (id: string) => (all: readonly UnsentComment[]) => all.filter((one) => one.id !== id);

  const { data: stored } = useStoredEntries(
    incidentId,
    earlier.map(({ id }) => id),
  );
  const waiting = usePendingRoomWrites(incidentId);
  const lost = useMemo(() => {
    if (!stored || stored.fromCache) return [];
    const known = new Set([
      ...stored.items.map(({ value }) => value.id),
      ...waiting.map(({ write }) => write.entry.id),
    ]);
    return earlier.slice(0, storedEntriesAsked).filter(({ id }) => !known.has(id));
  }, [earlier, stored, waiting]);

  return {
    async send(body) {
      const id = docs.newId();
      change((all) => [...all, { id, body }]);
      try {
        await writes.comment(body, id);
      } finally {
        change(without(id));
      }
    },
    lost,
    forget(id) {
      setEarlier(without(id));
      change(without(id));
    },
  };
}

/** Something else may have written there. */
function parse(draft: string): readonly UnsentComment[] {
  try {
    return v.parse(v.array(unsentComment), JSON.parse(draft || '[]'));
  } catch {
    return [];
  }
}
