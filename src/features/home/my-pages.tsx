/** Panel of pages that ask the signed-in member, with the buttons that acknowledge and decline; a sentence when there is none. */
import CircleCheck from 'lucide-react/icons/circle-check';
import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { pageTitle } from '#domain/page/joining.ts';
import type { Page } from '#domain/page/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand, usePendingCommand } from '#src/data/client/commands.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useForecast } from '#src/data/queries/forecast.ts';
import { useLanding } from '#src/data/landing.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { useMyOffers } from '#src/data/queries/offers.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/cx.ts';
import { Link } from '#src/ui/link.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Countdown, Duration } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { UnreadableNote } from '#src/components/unreadable-note.tsx';
import styles from './my-pages.module.css';
import { homeParts } from './parts.ts';

export function MyPages({ hasWork = false }: { readonly hasWork?: boolean }) {
  const mine = useView(useMyOpenPages());
  const whichHref = useWhichHref();
  const offers = useMyOffers();
  const asked = new URLSearchParams(useSearch()).get('page');
  return (
    <section aria-label="Needs you now" className={styles.pages}>
      <UnreadableNote count={mine.data?.unreadable.length ?? 0} noun="page" whichHref={whichHref} />
      <QueryView
        view={mine}
        failed="Your pages can’t be read: someone may need you"
        loading={
          <div className={styles.calm}>
            <Skeleton label="Looking for pages that wait for you" shape="text" count={2} />
          </div>
        }
        empty={offers.length === 0 ? <Calm hasWork={hasWork} /> : null}
        size="screen"
      >
        {({ items }) =>
          // The page of the notification that led here comes first.
          items
            .map(({ value }) => value)
            .toSorted((a, b) => Number(b.id === asked) - Number(a.id === asked))
            .map((page) => <PageCard key={page.id} page={page} />)
        }
      </QueryView>
      {offers.map((offer) => (
        <Suspense key={`${offer.incident.id} ${offer.role}`}>
          <homeParts.offer.Component offer={offer} />
        </Suspense>
      ))}
    </section>
  );
}

function Calm({ hasWork }: { readonly hasWork: boolean }) {
  return (
    <p className={styles.calm}>
      <CircleCheck className={styles.good} />
      <span>
        {hasWork ? (
          <>
            <strong>No page waits for you.</strong> What you have taken on is below.
          </>
        ) : (
          <>
            <strong>Nothing needs you now.</strong> No page waits for your answer.
          </>
        )}
      </span>
    </p>
  );
}

function PageCard({ page }: { readonly page: Page }) {
  const toasts = useToasts();
  const acknowledge = useCommand('acknowledgePage');
  const decline = useCommand('declinePage', {
    onSuccess: () => toasts.done('Passed on', 'The next people are paged.'),
    onError: (error) => toasts.error('The page was not passed on', explain(error)),
  });
  const clock = useClock();
  const landing = useLanding();
  const offline = useConnected() === false;
  const about = useIncidentById(page.incidentId).data?.value;
  const acknowledging = usePendingCommand('acknowledgePage', { pageId: page.id }) !== undefined;
  const declining = usePendingCommand('declinePage', { pageId: page.id }) !== undefined;
  return (
    <article className={cx(styles.page, (acknowledging || declining) && styles.answered)}>
      <p className={styles.line}>
        <span className={styles.flag}>You are paged</span>
        <span className={styles.since}>
          for <Duration from={page.createdAt} />
        </span>
      </p>
      <h2 className={styles.summary}>
        {about ? (
          <Link href={links.incident(about.number)}>
            #{about.number} {page.summary}
          </Link>
        ) : page.subject.kind === 'alert' ? (
          <Link
            href={
              (page.alertCount ?? 1) > 1 ? links.alertsOfPage(page.id) : links.alert(page.subject.alertId)
            }
          >
            {pageTitle(page, null)}
          </Link>
        ) : (
          page.summary
        )}
      </h2>
      <p className={styles.next}>
        <Consequence page={page} />
      </p>
      <div className={styles.buttons}>
        <Button
          variant="signal"
          size="large"
          busy={acknowledging && (offline ? 'Queued until you are online' : 'Acknowledging…')}
          disabledReason={declining && 'You passed it on.'}
          onClick={() => {
            const givenAt = clock.now();
            acknowledge.mutateAsync({ pageId: page.id }).then(
              () => landing.acknowledged(page.id, givenAt),
              (error: unknown) => landing.refused(page.id, error),
            );
          }}
        >
          Acknowledge
        </Button>
        <Button
          size="large"
          busy={declining && (offline ? 'Queued' : 'Passing it on…')}
          disabledReason={acknowledging && 'You acknowledged it.'}
          onClick={() => decline.mutate({ pageId: page.id, reason: '' })}
        >
          Can’t take it
        </Button>
      </div>
    </article>
  );
}

/** The page's next step without an answer. */
function Consequence({ page }: { readonly page: Page }) {
  const people = usePeople();
  const { me } = useTeam();
  const ahead = useForecast(page);
  if (!ahead) return ' ';
  const [next] = ahead;
  if (!next) return 'It waits until someone answers.';
  if (next.what === 'exhausted')
    return (
      <>
        Nobody is left to escalate to. It ends unanswered in <Countdown to={next.at} />
      </>
    );
  const names = next.userIds.map((userId) => (userId === me.id ? 'you again' : people.name(userId)));
  return (
    <>
      Escalates to {names.join(', ')} in <Countdown to={next.at} />
    </>
  );
}
