/** Panel of pages that ask the signed-in member, with the buttons that acknowledge and decline; a sentence when there is none. */
import CircleCheck from 'lucide-react/icons/circle-check';
import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { pageTitle } from '#domain/page/joining.ts';
import { expectationOf } from '#domain/page/expectation.ts';
import { byLook, pageLook, lookWord } from '#domain/page/look.ts';
import type { Page } from '#domain/page/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useBusyWord } from '#src/data/client/busy.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useConsequence, useDeclineText } from '#src/data/queries/forecast.ts';
import { useLanding } from '#src/data/landing.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { useMyOffers } from '#src/data/queries/offers.ts';
import { useThisTarget } from '#src/data/queries/this-target.ts';
import { useWhichHref } from '#src/data/queries/set-aside.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/cx.ts';
import { Link } from '#src/ui/link.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Countdown, Duration } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { DeclinedNote } from '#src/components/declined-note.tsx';
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
            .toSorted((a, b) => Number(b.id === asked) - Number(a.id === asked) || byLook(a, b))
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
  const look = pageLook(page);
  const here = useThisTarget();
  const provesElsewhere =
    page.subject.kind === 'drill' &&
    page.subject.to.target !== here?.target &&
    'Answer it on the device that it tests.';
  const toasts = useToasts();
  const people = usePeople();
  const acknowledge = useCommand('acknowledgePage');
  const after = useDeclineText(page);
  const decline = useCommand('declinePage', {
    onSuccess: () => toasts.done('Passed on', after?.next),
    onError: (error) => toasts.error('The page was not passed on', explain(error)),
  });
  const clock = useClock();
  const landing = useLanding();
  const about = useIncidentById(page.incidentId).data?.value;
  const acknowledging = useBusyWord('acknowledgePage', { pageId: page.id }, 'Acknowledging…');
  const declining = useBusyWord('declinePage', { pageId: page.id }, 'Passing it on…');
  return (
    <article
      className={cx(styles.page, styles[look], (acknowledging || declining) && styles.answered)}
      aria-label={`${lookWord(look)}: ${page.summary}`}
    >
      <p className={styles.line}>
        <span className={styles.flag}>{lookWord(look)}</span>
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
      <DeclinedNote declined={page.declined} nameOf={people.name} />
      <p className={styles.next}>
        <Consequence page={page} />
      </p>
      <div className={styles.buttons}>
        <Button
          variant={look === 'critical' ? 'signal' : 'primary'}
          size="large"
          busy={acknowledging}
          disabledReason={provesElsewhere || (declining !== false && 'You passed it on.')}
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
        {look === 'drill' ? null : (
          <Button
            size="large"
            busy={declining}
            disabledReason={acknowledging !== false && 'You acknowledged it.'}
            onClick={() => decline.mutate({ pageId: page.id, reason: '', expected: expectationOf(page) })}
          >
            Can’t take it
          </Button>
        )}
      </div>
    </article>
  );
}

/** The page's next step without an answer. */
function Consequence({ page }: { readonly page: Page }) {
  const { text, at } = useConsequence(page);
  return (
    <>
      {text} {at === undefined ? null : <Countdown to={at} />}
    </>
  );
}
