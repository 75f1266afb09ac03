/** Paging again by the reader, for a control of a page. */
import { whyNotRepaged } from '#domain/page/repage.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { useCommand, usePendingCommand } from './client/commands.ts';
import { useConnected } from './client/connection.ts';
import { useMayRun } from './queries/team.tsx';

export interface Repage {
  readonly page: Page;
  /** Why it can’t be done; false: it can. */
  readonly refusal: string | false;
  /** What is under way; false: nothing is. */
  readonly busy: string | false;
  repage(done: () => void): void;
}

/** `incident`: the one that the page belongs to, if any. */
export function useRepage(page: Page, incident: Incident | null, onError: (error: Error) => void): Repage {
  const may = useMayRun()('repage', page);
  const offline = useConnected() === false;
  const pending = usePendingCommand('repage', { pageId: page.id });
  const { mutate } = useCommand('repage', { onError });
  return {
    page,
    refusal: may.allowed ? (whyNotRepaged(page, incident) ?? false) : may.reason,
    busy: pending !== undefined && (offline ? 'Queued until you are online' : 'Paging again…'),
    repage: (done) => mutate({ pageId: page.id }, { onSuccess: done }),
  };
}
