/** Giving a page back by the reader, for a control of it. */
import { whyNotHandedBack } from '#domain/page/hand-back.ts';
import type { Page } from '#domain/page/schema.ts';
import { useCommand, usePendingCommand } from './client/commands.ts';
import { useConnected } from './client/connection.ts';
import { useMayRun, useTeam } from './queries/team.tsx';

export interface HandBack {
  /** The reader has acknowledged it. */
  readonly isHolder: boolean;
  /** Why it can’t be done; false: it can. */
  readonly refusal: string | false;
  /** What is under way; false: nothing is. */
  readonly busy: string | false;
  handBack(done: () => void): void;
}

export function useHandBack(page: Page, onError: (error: Error) => void): HandBack {
  const { me } = useTeam();
  const may = useMayRun()('handBackPage', page);
  const offline = useConnected() === false;
  const pending = usePendingCommand('handBackPage', { pageId: page.id });
  const { mutate } = useCommand('handBackPage', { onError });
  return {
    isHolder: whyNotHandedBack(page, me.id) === null,
    refusal: !may.allowed && may.reason,
    busy: pending !== undefined && (offline ? 'Queued until you are online' : 'Giving back…'),
    handBack: (done) => mutate({ pageId: page.id }, { onSuccess: done }),
  };
}
