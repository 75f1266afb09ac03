/** Comments that are pinned to the top of the room, the newest pin first. */
import type { ReactNode } from 'react';
import PinOff from 'lucide-react/icons/pin-off';
import type { Incident } from '#domain/incident/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { type PendingState, useCommand, usePendingCommands } from '#src/data/client/commands.ts';
import { links } from '#src/data/links.ts';
import { usePinnedEntries, useStoredEntries } from '#src/data/queries/room.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { entryAnchor } from '#src/components/timeline-entry.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { MessageText } from '#src/ui/message-text.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './context-pane.module.css';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';

type Comment = Extract<TimelineEvent, { kind: 'comment' }>;

export interface Pinning {
  /** State of the comment, with a pending command already done. */
  isPinned(comment: Comment): boolean;
  /** State of the pending command; undefined: none is pending. */
  pendingState(comment: Comment): PendingState | undefined;
  set(comment: Comment, pinned: boolean): void;
  /** Ids of the comments with a pending command. */
  readonly pendingIds: readonly string[];
  /** Reason why the reader may not pin; false: they may. */
  readonly disabledReason: string | false;
}

/** Pins and unpins comments of an incident. */
export function usePinning(incident: Incident): Pinning {
  const toasts = useToasts();
  const showError = useShowError();
  const { mutate } = useCommand('pinEntry', {
    // A toast, because on a phone the panel is behind another tab.
    onSuccess: (_, { pinned }) => pinned && toasts.done('Pinned', 'It is at the top of the room’s status.'),
    onError: (error, { pinned }) =>
      showError(pinned ? 'The comment was not pinned' : 'The comment was not unpinned')(error),
  });
  const pending = usePendingCommands('pinEntry').filter(({ input }) => input.incidentId === incident.id);
  const verdict = useMayRun()('pinEntry', incident);
  const pendingOf = ({ id }: Comment) => pending.findLast(({ input }) => input.entryId === id);
  return {
    isPinned: (comment) => pendingOf(comment)?.input.pinned ?? typeof comment.pinnedAt === 'number',
    pendingState: (comment) => pendingOf(comment)?.state,
    set: (comment, pinned) => mutate({ incidentId: incident.id, entryId: comment.id, pinned }),
    pendingIds: pending.map(({ input }) => input.entryId),
    disabledReason: !verdict.allowed && verdict.reason,
  };
}

/** Pinned comments; nothing without any. A failure to read the timeline is shown by the timeline. */
export function PinnedPanel({ incident }: { readonly incident: Incident }) {
  const { data: stored } = usePinnedEntries(incident.id);
  const pinning = usePinning(incident);
  const { data: waiting } = useStoredEntries(incident.id, pinning.pendingIds);
  const people = usePeople();
  const byId = new Map(
    [...(stored?.items ?? []), ...(waiting?.items ?? [])].map((item) => [item.value.id, item]),
  );
  const pinned = [...byId.values()]
    .flatMap(({ value }) => (value.kind === 'comment' && pinning.isPinned(value) ? [value] : []))
    .toSorted((one, other) => (other.pinnedAt ?? Infinity) - (one.pinnedAt ?? Infinity));
  if (pinned.length === 0) return null;
  return (
    <Panel title="Pinned" count={pinned.length}>
      <ul className={styles.services}>
        {pinned.map((comment) => (
          <li key={comment.id}>
            <MessageText>{comment.body}</MessageText>
            <p className={styles.quiet}>
              {people.name(comment.createdBy)}{' '}
              <Time
                at={comment.createdAt}
                form="clock"
                href={`${links.incident(incident.number)}#${entryAnchor(comment.id)}`}
              />
              <PinMark state={pinning.pendingState(comment)}>
                <IconButton
                  label="Unpin this comment"
                  icon={<PinOff className="icon" />}
                  size="small"
                  disabledReason={pinning.disabledReason}
                  onClick={() => pinning.set(comment, false)}
                />
              </PinMark>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The control of a pin, or the mark of its pending command. */
const PinMark = ({
  state,
  children,
}: {
  readonly state: PendingState | undefined;
  readonly children: ReactNode;
}) => (state === undefined ? children : <WaitingMark state={state} />);
