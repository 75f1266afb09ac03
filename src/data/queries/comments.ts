/**
 * Comments are never lost. Until the server has accepted one its text is also kept here; when a later page finds that
 * the server knows nothing of it, the text is handed back.
 */
import { useCallback, useMemo, useState } from 'react';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import type { LiveList } from '../client/documents.ts';
import type { RoomWrites } from './incidents.ts';
import { usePort } from '../client/ports.tsx';
import { useTeam } from './team.tsx';

interface UnsentComment {
  readonly id: string;
  readonly body: string;
}

export interface Comments {
  /** Settles once the server has accepted or refused it; a refusal leaves nothing behind, the caller has the text. */
  send(body: string): Promise<void>;
  /** Written on an earlier page and not kept by the server. */
  readonly lost: readonly UnsentComment[];
  forget(id: string): void;
}

export function useComments(
  incidentId: string,
  writes: Pick<RoomWrites, 'comment'>,
  timeline: LiveList<TimelineEvent> | undefined,
): Comments {
  const docs = usePort(docsToken);
  const { me } = useTeam();
  const key = `muster.unsent.${me.id}.${incidentId}`;
  const [earlier, setEarlier] = useState(() => read(key));

  const forget = useCallback(
    (id: string) => {
      setEarlier((all) => all.filter((one) => one.id !== id));
      write(key, (all) => all.filter((one) => one.id !== id));
    },
    [key],
  );

  const lost = useMemo(() => {
    if (earlier.length === 0 || !timeline || timeline.fromCache) return [];
    const known = new Set(timeline.items.map(({ value }) => value.id));
    return earlier.filter(({ id }) => !known.has(id));
  }, [earlier, timeline]);

  return {
    async send(body) {
      const id = docs.newId();
      write(key, (all) => [...all, { id, body }]);
      try {
        await writes.comment(body, id);
      } finally {
        write(key, (all) => all.filter((one) => one.id !== id));
      }
    },
    lost,
    forget,
  };
}

function read(key: string): readonly UnsentComment[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

function write(key: string, change: (all: readonly UnsentComment[]) => readonly UnsentComment[]): void {
  try {
    const next = change(read(key));
    if (next.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Full or forbidden: the text lives as long as the page.
  }
}

function isUnsent(value: unknown): value is UnsentComment {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('body' in value)) return false;
  return typeof value.id === 'string' && typeof value.body === 'string';
}
