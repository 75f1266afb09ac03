/** Page alarm: covers every screen while a page asks the signed-in member. */
import { useState } from 'react';
import { pageTitle } from '#domain/page/joining.ts';
import type { Page } from '#domain/page/schema.ts';
import { readerPaged } from '#domain/page/why-title.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { domainErrorFrom, explain } from '#src/data/client/errors.ts';
import { useLanding } from '#src/data/landing.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { useShownReceipts } from '#src/data/queries/receipts.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useThisDevice } from '#src/data/queries/this-device.ts';
import { WhyDisclosure } from '#src/components/why-disclosure.tsx';
import { PageAlarm } from '#src/components/page-alarm.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { useToasts } from '#src/ui/toasts.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';
import { Decline } from './decline.tsx';
import { joinDetails, useConsequence, useSubject } from './subject.ts';
import { useAnswers, useDeparture } from './use-departure.ts';

const whyMe = lazyPart(() => import('./why-me.tsx'), 'WhyMe');

export interface PageAlarmHostProps {
  /** Name of a team other than the current one. */
  readonly teamName?: string;
}

/** Shows the oldest page that waits for the reader, unless they have answered it and the answer is under way. */
export function PageAlarmHost({ teamName }: PageAlarmHostProps) {
  const { data } = useMyOpenPages();
  const { device } = useThisDevice();
  const answers = useAnswers();
  const waiting = (data?.items ?? [])
    .map((item) => item.value)
    // A drill proves one device; answered anywhere else it would prove nothing.
    .filter(({ subject }) => subject.kind !== 'drill' || subject.deviceId === device?.id)
    .filter((page) => !answers.has(page.id));
  const [first, ...more] = waiting;
  useDeparture(first, answers);
  if (!first) return null;
  return <Alarm key={first.id} page={first} more={more.length} teamName={teamName} />;
}

interface AlarmProps {
  readonly page: Page;
  readonly more: number;
  readonly teamName: string | undefined;
}

function Alarm({ page, more, teamName }: AlarmProps) {
  const acknowledge = useCommand('acknowledgePage');
  const decline = useCommand('declinePage');
  const toasts = useToasts();
  const clock = useClock();
  const landing = useLanding();
  const people = usePeople();
  const { severityNames } = useSettings();
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const about = useSubject(page);
  const consequence = useConsequence(page);
  useShownReceipts(page);
  // An answer that waited is refused after the alarm has gone: then there is nowhere here to say so.
  const mounted = useMounted();

  const answer = async (run: () => Promise<unknown>, done: () => void) => {
    setError(undefined);
    try {
      await run();
      done();
    } catch (caught) {
      const refusal = domainErrorFrom(caught);
      const why =
        refusal?.code === 'already_acknowledged'
          ? `${people.name(refusal.by)} has acknowledged this already. Ask in the room whether help is wanted.`
          : explain(caught);
      if (!mounted.current) toasts.error('Your answer to the page was not taken', `${page.summary}: ${why}`);
      else setError(why);
    }
  };

  return (
    <PageAlarm
      title={pageTitle(page, null)}
      detail={joinDetails([teamName, about.detail])}
      severity={about.severity}
      severityName={about.severity && severityNames[about.severity]}
      since={page.createdAt}
      consequence={consequence}
      onAcknowledge={() => {
        const givenAt = clock.now();
        void answer(
          () => acknowledge.mutateAsync({ pageId: page.id }),
          () => landing.acknowledged(page.id, givenAt),
        );
      }}
      onCantTakeIt={() => setDeclining(true)}
      why={
        <WhyDisclosure title={readerPaged}>
          <whyMe.Component page={page} />
        </WhyDisclosure>
      }
      question={
        declining && (
          <Decline
            reason={reason}
            busy={decline.isPending}
            onReason={setReason}
            onCancel={() => setDeclining(false)}
            onConfirm={() =>
              void answer(
                () => decline.mutateAsync({ pageId: page.id, reason }),
                () => toasts.done('Passed on. Someone else is paged now.'),
              )
            }
          />
        )
      }
      busy={acknowledge.isPending ? 'acknowledge' : undefined}
      error={error}
      more={more}
    />
  );
}
