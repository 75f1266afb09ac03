/** Time: see what happens if nobody does anything, without waiting for it. */
import { forecast } from '#domain/page/forecast.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import type { Control } from '#ports/control.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useRoster } from '#src/data/queries/on-call.ts';
import { useOpenPages } from '#src/data/queries/pages.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './rehearsal.module.css';
import { useWork } from './use-work.ts';

const minute = 60_000;
const leaps = [
  { label: '1 minute', ms: minute },
  { label: '5 minutes', ms: 5 * minute },
  { label: '30 minutes', ms: 30 * minute },
  { label: '8 hours', ms: 480 * minute },
] as const;

export function TimePart({ control }: { readonly control: Control }) {
  const now = useServerNow();
  const open = useView(useOpenPages());
  const pages = open.data?.items.map((item) => item.value) ?? [];
  const roster = useRoster();
  const people = usePeople();
  const work = useWork();
  const next = pages
    .flatMap((page) =>
      roster ? forecast(page, recipientResolver(roster), now, 1).map((coming) => ({ page, coming })) : [],
    )
    .toSorted((a, b) => a.coming.at - b.coming.at)[0];

  return (
    <>
      <p className={styles.clock}>
        <span className="tabular">{new Date(now).toLocaleTimeString('en-GB')}</span>
        <span className={styles.muted}>
          {new Date(now).toLocaleDateString('en-GB', { dateStyle: 'full' })}
        </span>
      </p>
      <div className={styles.row}>
        {leaps.map(({ label, ms }) => (
          <Button
            key={label}
            busy={work.busy === label && 'Moving…'}
            disabledReason={work.busy !== null && work.busy !== label && 'Time is being moved already.'}
            onClick={() => void work.run(label, () => control.advance(ms))}
          >
            + {label}
          </Button>
        ))}
      </div>
      {open.failure ? (
        <QueryProblem title="The open pages can’t be read" failure={open.failure} />
      ) : open.data === undefined ? (
        <Skeleton label="Loading the open pages" shape="text" count={1} />
      ) : next ? (
        <Button
          variant="primary"
          busy={work.busy === 'next' && 'Moving…'}
          onClick={() =>
            void work.run('next', () => control.advance(Math.max(0, next.coming.at - control.now()) + 1000))
          }
        >
          To the next event: “{next.page.summary}”{' '}
          {next.coming.what === 'exhausted'
            ? 'ends unanswered'
            : `asks ${next.coming.userIds.map((id) => people.name(id)).join(', ')}`}
        </Button>
      ) : (
        <p className={styles.muted}>No page is open, so nothing escalates. Fire an alert first.</p>
      )}
      <p className={styles.muted}>Time moves for everyone in this demonstration, and never back.</p>
    </>
  );
}
