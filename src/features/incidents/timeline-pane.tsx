/** The timeline of an incident; above it the summary, once the incident is resolved. */
import { memo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { Comments } from '#src/data/queries/comments.ts';
import { useTimeline } from '#src/data/queries/incidents.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { MessageText } from '#src/ui/message-text.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { TimelineRow } from '#src/components/timeline-entry.tsx';
import { Timeline } from '#src/components/timeline.tsx';
import { OfferBanner } from './offer-banner.tsx';
import { IncidentSummaryPanel } from './incident-summary.tsx';
import styles from './timeline-pane.module.css';
import { useEntries } from './use-entries.tsx';
import { useWithdrawal } from './withdrawal.tsx';

export interface TimelinePaneProps {
  readonly incident: Incident;
  /** Comments of an earlier page that the server did not keep. */
  readonly lost: Comments['lost'];
  readonly onTakeBack: (id: string) => void;
  readonly onForget: (id: string) => void;
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
      {({ items }) => (
        <div className={styles.pane}>
          <OfferBanner incident={incident} />
          {incident.status === 'resolved' || incident.status === 'closed' ? (
            <IncidentSummaryPanel incident={incident} events={items} />
          ) : null}
          <Stream {...props} items={items} />
        </div>
      )}
    </QueryView>
  );
});

type Items = NonNullable<ReturnType<typeof useTimeline>['data']>['items'];

function Stream(props: TimelinePaneProps & { readonly items: Items }) {
  const { incident, items, lost, onTakeBack, onForget } = props;
  const { me } = useTeam();
  const people = usePeople();
  const { layer, ...options } = useWithdrawal(incident, items);
  const entries = useEntries(incident, items, options);
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
    <div className={styles.stream}>
      <Timeline
        label={`Timeline of #${incident.number}`}
        entries={failed.length > 0 ? [...entries, ...failed] : entries}
      />
      {layer}
    </div>
  );
}

export function TimelineSkeleton() {
  return (
    <div className={styles.loading}>
      <Skeleton label="Loading the timeline" shape="rows" count={8} />
    </div>
  );
}
