/** A new calendar address: what it shows, then the address itself. Its secret is drawn here: the server gets its digest. */
import { useState } from 'react';
import type { Feed } from '#domain/schedule/feed.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { feedIdOf, feedPath, feedSecretBytes, feedSecretFrom } from '#api/feed-secret.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select } from '#src/ui/select.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './feeds.module.css';

interface FeedDialogProps {
  readonly schedules: readonly Pick<Schedule, 'id' | 'name'>[];
  readonly onClose: () => void;
}

export function FeedDialog({ schedules, onClose }: FeedDialogProps) {
  const { team } = useTeam();
  const inBrowser = useControl() !== null;
  const toasts = useToasts();
  const [shows, setShows] = useState('mine');
  const [address, setAddress] = useState<string | null>(null);
  const [queued, setQueued] = useState<string | null>(null);
  const command = useDialogCommand('createFeed', {
    // The dialog stays: the address is shown nowhere else.
    close: () => undefined,
    queued: () => setQueued('You are offline. The address shows here when the connection is back.'),
    failedLater: (error) => toasts.error('The calendar address was not made', explain(error)),
  });
  const submit = () => {
    const secret = feedSecretFrom(crypto.getRandomValues(new Uint8Array(feedSecretBytes)));
    command.send({ feedId: feedIdOf(secret), ...contentOf(shows) }, () => {
      setQueued(null);
      setAddress(new URL(feedPath({ teamId: team.id, secret }), location.origin).href);
    });
  };
  const close = (open: boolean) => {
    if (!open) onClose();
  };
  if (address !== null) {
    return (
      <Dialog
        open
        onOpenChange={close}
        title="Your calendar address"
        description="Copy it into the subscriptions of your calendar. It is shown only now, and whoever has it can read the shifts."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {inBrowser ? (
          <p className={styles.note}>
            This demonstration runs in your browser: no calendar outside can reach the address.
          </p>
        ) : null}
        <div className={styles.link}>
          <code>{address}</code>
          <CopyButton text={address} label="Copy the address" />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Add a calendar address"
      description="From 15 days back to 180 days ahead. It ends when you revoke it or leave the team."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={command.pending && 'Making the address…'}>
            Make the address
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field label="What it shows">
          <Select
            options={[
              { value: 'mine', label: 'My shifts' },
              ...schedules.map(({ id, name }) => ({ value: `schedule ${id}`, label: name })),
              { value: 'team', label: 'The whole team' },
            ]}
            value={shows}
            onChange={setShows}
          />
        </Field>
        <ProblemText text={command.problem ?? queued} />
      </div>
    </Dialog>
  );
}

function contentOf(shows: string): Pick<Feed, 'scope' | 'scheduleId'> {
  if (shows === 'mine' || shows === 'team') return { scope: shows, scheduleId: null };
  return { scope: 'schedule', scheduleId: shows.replace(/^schedule /u, '') };
}
