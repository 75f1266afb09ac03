/** The reader's calendar addresses: made, shown once, revoked. */
import { useState } from 'react';
import type { Feed } from '#domain/schedule/feed.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { useMyFeeds } from '#src/data/queries/on-call.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import styles from './feeds.module.css';

type Schedules = readonly Pick<Schedule, 'id' | 'name'>[];

export function Feeds({ schedules }: { readonly schedules: Schedules }) {
  const view = useView(useMyFeeds());
  const verdict = useMayRun()('createFeed');
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Feed | null>(null);
  return (
    <Panel
      title="In your own calendar"
      frame="box"
      actions={
        <Button disabledReason={!verdict.allowed && verdict.reason} onClick={() => setAdding(true)}>
          Add an address
        </Button>
      }
    >
      <p className={styles.note}>
        Subscribe to shifts in another calendar. Whoever has an address reads names and shifts, nothing else.
      </p>
      <QueryView
        view={view}
        failed="Your calendar addresses can’t be read"
        loading={<Skeleton label="Loading your calendar addresses" shape="rows" count={1} />}
        empty={<p className={styles.detail}>You have no calendar address.</p>}
      >
        {({ items }) => (
          <ul className={styles.list} aria-label="Calendar addresses">
            {items.map(({ value: feed }) => (
              <li key={feed.id} className={styles.row}>
                <span>
                  {nameOf(feed, schedules)}{' '}
                  <span className={styles.detail}>
                    since <Time at={feed.createdAt} form="moment" />
                  </span>
                </span>
                <Button
                  size="small"
                  aria-label={`Revoke the address of ${nameOf(feed, schedules)}`}
                  onClick={() => setRevoking(feed)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {adding ? <FeedDialog schedules={schedules} onClose={() => setAdding(false)} /> : null}
      {revoking ? (
        <Revoking feed={revoking} name={nameOf(revoking, schedules)} onClose={() => setRevoking(null)} />
      ) : null}
    </Panel>
  );
}

function nameOf({ scope, scheduleId }: Feed, schedules: Schedules): string {
  if (scope === 'mine') return 'My shifts';
  if (scope === 'team') return 'The whole team';
  return schedules.find(({ id }) => id === scheduleId)?.name ?? 'A schedule that is gone';
}

interface RevokingProps {
  readonly feed: Feed;
  readonly name: string;
  readonly onClose: () => void;
}

function Revoking({ feed, name, onClose }: RevokingProps) {
  const toasts = useToasts();
  const revoke = useDialogCommand('revokeFeed', {
    close: onClose,
    queued: () => toasts.done('This is queued', 'The address is revoked when the connection is back.'),
    failedLater: (error) => toasts.error('The address was not revoked', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke the address of ${name}?`}
      confirmLabel="Revoke address"
      danger
      busy={revoke.pending && 'Revoking…'}
      problem={revoke.problem}
      onConfirm={() => revoke.send({ feedId: feed.id }, () => toasts.done('The address is revoked'))}
    >
      Calendars that subscribe to it get no more shifts. You can add another address.
    </ConfirmDialog>
  );
}
