/** The timeline of an incident; above it the summary, once the incident is resolved. */
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { Comments } from '#src/data/queries/comments.ts';
import { type TimelineWindow, useTimeline } from '#src/data/queries/room.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { usePendingRoomWrites } from '#src/data/client/pending-room-writes.ts';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { useKey } from '#src/ui/keys.tsx';
import { MessageText } from '#src/ui/message-text.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { TimelineRow } from '#src/components/timeline-entry.tsx';
import { type LoadedPart, Timeline } from '#src/components/timeline.tsx';
import { FindBar } from './find-bar.tsx';
import { OfferBanner } from './offer-banner.tsx';
import { IncidentSummaryPanel } from './incident-summary.tsx';
import styles from './timeline-pane.module.css';
import { useEntryJump } from './use-entry-jump.ts';
import { useEntries } from './use-entries.tsx';
import { useSeenMark } from './use-seen-mark.ts';
import { useWithdrawal } from './withdrawal.tsx';

export interface TimelinePaneProps {
  readonly incident: Incident;
  /** Comments of an earlier page that the server did not keep. */
  readonly lost: Comments['lost'];
  readonly onTakeBack: (id: string) => void;
  readonly onForget: (id: string) => void;
  /** How often the search was asked for since it was closed; 0: it is closed. */
  readonly findRequest: number;
  readonly onFind: () => void;
  readonly onFindClose: () => void;
}

export const TimelinePane = memo(function TimelinePane(props: TimelinePaneProps) {
  const { incident } = props;
  const timeline = useView(useTimeline(incident.id));
  return (
    <QueryView
      view={timeline}
      failed="The timeline can’t be read"
      loading={<TimelineSkeleton />}
      size="screen"
    >
      {(loaded) => (
        <div className={styles.pane}>
          <OfferBanner incident={incident} />
          {incident.status === 'resolved' || incident.status === 'closed' ? (
            <IncidentSummaryPanel incident={incident} timeline={loaded} />
          ) : null}
          <Stream {...props} timeline={loaded} />
        </div>
      )}
    </QueryView>
  );
});

function Stream(props: TimelinePaneProps & { readonly timeline: TimelineWindow }) {
  const { incident, timeline, lost, onTakeBack, onForget, findRequest, onFind, onFindClose } = props;
  const { items } = timeline;
  const { target, jumping, jumpTo } = useEntryJump(timeline);
  const { mark, follow } = useSeenMark(incident.id, timeline, jumping);
  useOwnAtEnd(incident.id, timeline);
  const { me } = useTeam();
  const people = usePeople();
  const { layer, ...options } = useWithdrawal(incident, items);
  const entries = useEntries(incident, items, options);
  const area = useRef<HTMLDivElement>(null);
  const [findHasFocus, setFindHasFocus] = useState(false);
  // The browser's own search by the same keys, pressed in the field.
  useKey('mod+f', 'Find in the timeline', onFind, { group: 'Room', enabled: !findHasFocus });
  const last = entries.at(-1)?.at ?? incident.createdAt;
  const failed = lost.map(({ id, body }): TimelineRow => ({
    kind: 'comment',
    id,
    at: last,
    author: { id: me.id, name: people.name(me.id) },
    body: <MessageText>{body}</MessageText>,
    delivery: 'failed',
    deliveryNote: 'The server rejected this. Edit it and send it again, or discard it.',
    actions: (
      <>
        <Button size="small" onClick={() => onTakeBack(id)}>
          Edit
        </Button>
        <Button size="small" variant="quiet" onClick={() => onForget(id)}>
          Drop
        </Button>
      </>
    ),
  }));
  return (
    <div ref={area} className={styles.stream}>
      <Timeline
        label={`Timeline of #${incident.number}`}
        entries={failed.length > 0 ? [...entries, ...failed] : entries}
        window={useWindow(timeline, follow)}
        target={target}
        // The search is in the control's place.
        mark={mark}
        hidesMarkControl={findRequest > 0}
      />
      {findRequest > 0 ? (
        <FindBar
          incidentId={incident.id}
          timeline={timeline}
          area={area}
          request={findRequest}
          onJump={jumpTo}
          onClose={onFindClose}
          onFocus={setFindHasFocus}
        />
      ) : null}
      {layer}
    </div>
  );
}

/** Moves the window to the end when something is written here, which stands there. */
function useOwnAtEnd(incidentId: string, { pages }: TimelineWindow): void {
  const newest = usePendingRoomWrites(incidentId).at(-1)?.write.entry.id;
  useEffect(() => {
    if (newest !== undefined) pages.toEnd();
  }, [newest, pages]);
}

function useWindow({ pages, ...loaded }: TimelineWindow, onFollow: (following: boolean) => void): LoadedPart {
  const moves = useMemo(
    () => ({
      older: () => pages.older(),
      newer: () => pages.newer(),
      toStart: () => void pages.toStart(),
      toEnd: () => pages.toEnd(),
    }),
    [pages],
  );
  const follow = (following: boolean) => {
    pages.follow(following);
    onFollow(following);
  };
  const { before, after, offset, total, arrivals, fromCache } = loaded;
  const notice = fromCache ? 'More entries load when the connection is back' : undefined;
  return { ...moves, follow, before, after, offset, total, arrivals, notice };
}

export function TimelineSkeleton() {
  return (
    <div className={styles.loading}>
      <Skeleton label="Loading the timeline" shape="rows" count={8} />
    </div>
  );
}
