/** Unusable documents for admins: reason, time, remedy. */
import type { SetAside } from '#domain/set-aside/schema.ts';
import { useAlerts } from '#src/data/queries/alerts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useIncidents } from '#src/data/queries/incidents.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useSetAside } from '#src/data/queries/set-aside.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './diagnostics.module.css';

export function SetAsidePanel() {
  return useMay()('configure').allowed ? <Records /> : null;
}

const mostShown = 50;

function Records() {
  const { data, error } = useSetAside();
  const notes = data?.items.map(({ value }) => value) ?? [];
  const here = useUnreadableHere().filter((path) => notes.every((note) => note.path !== path));
  const count = notes.length + here.length;
  return (
    <Panel title="Records that can’t be used" count={count} frame="box">
      {error ? (
        <ErrorState title="The server’s notes can’t be read" meaning={explain(error)} />
      ) : data === undefined ? (
        <Skeleton label="Loading the server’s notes" shape="text" count={2} />
      ) : null}
      {count > 0 ? (
        <>
          <p className={styles.advice}>
            Muster keeps these as they are and goes on without them. Install the newest Muster, if another
            version wrote them: they are used again by themselves. If that does not help, repair or delete the
            document at its path in the backend’s console.
          </p>
          <ol className={styles.refusals}>
            {notes.slice(0, mostShown).map((note) => (
              <Note key={note.id} note={note} />
            ))}
            {here.slice(0, mostShown).map((path) => (
              <li key={path}>
                <code className={styles.value}>{path}</code>
                <p className={styles.muted}>This browser can’t read it.</p>
              </li>
            ))}
          </ol>
          {count > mostShown && <p className={styles.muted}>The first {mostShown} of each kind are shown.</p>}
        </>
      ) : data ? (
        <p className={styles.muted}>Every record can be used.</p>
      ) : null}
    </Panel>
  );
}

function Note({ note }: { readonly note: SetAside }) {
  const unreadable = note.kind === 'unreadable';
  return (
    <li>
      <p className={styles.line}>
        <Badge tone="caution">{unreadable ? 'can’t be read' : 'fails'}</Badge>
        <code className={styles.value}>{note.path}</code>
      </p>
      <p className={styles.muted}>
        Found <Time at={note.createdAt} />:{' '}
        {unreadable ? (
          <>
            its field <code>{note.reason}</code> does not fit.
          </>
        ) : (
          <>
            <code className={styles.value}>{note.reason}</code>. Tried {note.attempts}{' '}
            {note.attempts === 1 ? 'time' : 'times'}; again at <Time at={note.tryAgainAt} form="clock" />.
          </>
        )}
      </p>
    </li>
  );
}

/** Unreadable documents in the lists of other screens. */
function useUnreadableHere(): readonly string[] {
  const lists = [useAlerts(), useIncidents(), useMyOpenPages()];
  return lists.flatMap(({ data }) => data?.unreadable ?? []);
}
