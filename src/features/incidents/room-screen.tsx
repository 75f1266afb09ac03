import { useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { isNotSeen } from '#src/data/client/not-seen.ts';
import { explain } from '#src/data/client/errors.ts';
import { useIncident } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { reopenLive } from '#react/live-query.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState, ErrorState } from '#src/ui/empty-state.tsx';
import { NotSeen } from '#src/ui/not-seen.tsx';
import { Link } from '#src/ui/link.tsx';
import { RoomLayout } from '#src/components/room-layout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { RoomPanes } from './room-panes.tsx';
import styles from './room-screen.module.css';
import { TimelineSkeleton } from './timeline-pane.tsx';

/** The room of the incident with this number. */
export function RoomScreen({ number }: { readonly number: number }) {
  const { data, error } = useIncident(number);
  const incident = data?.items[0]?.value;
  // Another number is another room: its input and dialogs are separate.
  if (incident) return <RoomPanes key={incident.id} incident={incident} />;
  if (!data && !error) return <RoomSkeleton number={number} />;
  return (
    <>
      <h1 className="visually-hidden">Incident #{number}</h1>
      <NoRoom number={number} error={error} isUnknown={data !== undefined && isNotSeen(data)} />
    </>
  );
}

interface NoRoomProps {
  readonly number: number;
  readonly error: unknown;
  readonly isUnknown: boolean;
}

function NoRoom({ number, error, isUnknown }: NoRoomProps) {
  const client = useQueryClient();
  if (error !== null)
    return (
      <ErrorState
        title={`Incident #${number} can’t be opened`}
        meaning={explain(error)}
        action={
          <>
            <Button onClick={() => reopenLive(client)}>Try again</Button>
            <Link href={links.incidents()} look="button">
              All incidents
            </Link>
          </>
        }
      />
    );
  if (isUnknown)
    return (
      <NotSeen
        title={`Incident #${number}: not seen on this device yet`}
        size="screen"
        action={
          <Link href={links.incidents()} look="button">
            All incidents
          </Link>
        }
      />
    );
  return (
    <EmptyState
      icon={<SearchX className="icon" />}
      title={`There is no incident #${number}`}
      action={
        <Link href={links.incidents()} look="button">
          All incidents
        </Link>
      }
    >
      Check the number. If it is private, ask someone in it to page you: that lets you in.
    </EmptyState>
  );
}

function RoomSkeleton({ number }: { readonly number: number }) {
  const pane = (label: string, count: number) => (
    <div className={styles.pane}>
      <Skeleton label={label} shape="text" count={count} />
    </div>
  );
  return (
    <RoomLayout
      loading
      header={
        <div className={styles.header}>
          <h1 className={styles.title}>#{number}</h1>
        </div>
      }
      context={pane('Loading the status', 9)}
      timeline={<TimelineSkeleton />}
      composer={<div className={styles.composer} />}
      people={pane('Loading people and tasks', 6)}
    />
  );
}
