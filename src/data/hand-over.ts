/** The hand-over of a page by the reader, for a control of it. */
import type { Page } from '#domain/page/schema.ts';
import { isResponder } from '#domain/permissions.ts';
import type { Member } from '#domain/team/schema.ts';
import { useCommand, usePendingCommand } from './client/commands.ts';
import { useConnected } from './client/connection.ts';
import { useMayRun, usePeople } from './queries/team.tsx';

export interface HandOverControl {
  readonly page: Page;
  readonly responders: readonly Pick<Member, 'id' | 'displayName'>[];
  /** Why the reader may not; false: they may. */
  readonly refusal: string | false;
  /** What is under way; false: nothing is. */
  readonly busy: string | false;
  handOver(userId: string, done?: () => void): void;
}

/** `onSuccess` is called also when the control has gone meanwhile; `done` of one hand-over is not. */
export function useHandOver(
  page: Page,
  onError: (error: Error) => void,
  onSuccess?: () => void,
): HandOverControl {
  const may = useMayRun()('handOverPage', page);
  const offline = useConnected() === false;
  const pending = usePendingCommand('handOverPage', { pageId: page.id });
  const { mutate } = useCommand('handOverPage', { onError, ...(onSuccess && { onSuccess }) });
  return {
    page,
    responders: usePeople().all.filter((member) => isResponder(member)),
    refusal: !may.allowed && may.reason,
    busy: pending !== undefined && (offline ? 'Queued until you are online' : 'Handing over…'),
    handOver: (userId, done) => mutate({ pageId: page.id, userId }, done && { onSuccess: done }),
  };
}
