/**
 * Pages that ask the signed-in member, over every screen: the loudest one as an alarm that covers the screen, and low urgency as a
 * notice beside the work.
 */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { pageTitle } from '#domain/page/joining.ts';
import { pageLook, lookWord } from '#domain/page/look.ts';
import type { Page } from '#domain/page/schema.ts';
import { readerPaged } from '#domain/page/why-title.ts';
import { useConsequence } from '#src/data/queries/forecast.ts';
import { useShownReceipts } from '#src/data/queries/receipts.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useWaitingPages } from '#src/data/queries/waiting.ts';
import { DeclinedNote } from '#src/components/declined-note.tsx';
import { PageAlarm } from '#src/components/page-alarm.tsx';
import { PageNotice } from '#src/components/page-notice.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { WhyDisclosure } from '#src/components/why-disclosure.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { joinDetails, useSubject } from './subject.ts';
import { usePageAnswer } from './use-page-answer.tsx';
import { useAnswers, useDeparture } from './use-departure.ts';

const alertLook = lazyPart(() => import('./later.ts'), 'AlertLook');
const whyMe = lazyPart(() => import('./later.ts'), 'WhyMe');

export interface PageAlarmHostProps {
  /** Name of a team other than the current one. */
  readonly teamName?: string;
}

/** Shows the pages that wait for the reader, unless they have answered one and the answer is under way. */
export function PageAlarmHost({ teamName }: PageAlarmHostProps) {
  const waiting = useWaitingPages();
  const answers = useAnswers();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [path] = useLocation();
  const unanswered = (pages: readonly Page[]) => pages.filter(({ id }) => !answers.has(id));
  const [first, ...more] = unanswered([...waiting.critical, ...waiting.drills]);
  const low = unanswered(waiting.low);
  // Home shows them itself.
  const isOnHome = path === '/' && teamName === undefined;
  const [notice, ...others] = low.filter(({ id }) => !hidden.has(id));
  useDeparture(first, answers);
  useDeparture(low[0], answers);
  return (
    <>
      {first ? <Alarm key={first.id} page={first} more={more.length} teamName={teamName} /> : null}
      {notice && !isOnHome ? (
        <Notice
          key={notice.id}
          page={notice}
          more={others.length}
          teamName={teamName}
          onHide={() => setHidden(new Set([...hidden, notice.id]))}
        />
      ) : null}
    </>
  );
}

interface PageProps {
  readonly page: Page;
  readonly more: number;
  readonly teamName: string | undefined;
}

function Alarm({ page, more, teamName }: PageProps) {
  const { severityNames } = useSettings();
  const { severity, detail } = useSubject(page);
  const parts = usePageParts(page);
  const look = pageLook(page);
  return (
    <PageAlarm
      {...parts}
      look={look === 'drill' ? look : 'critical'}
      detail={joinDetails([teamName, detail])}
      severity={severity}
      severityName={severity && severityNames[severity]}
      why={
        <>
          {page.subject.kind === 'alert' ? (
            <WhyDisclosure title="Details, labels and links">
              <alertLook.Component alertId={page.subject.alertId} />
            </WhyDisclosure>
          ) : null}
          <WhyDisclosure title={readerPaged}>
            <whyMe.Component page={page} />
          </WhyDisclosure>
        </>
      }
      more={more}
    />
  );
}

function Notice({ page, more, teamName, onHide }: PageProps & { readonly onHide: () => void }) {
  const { severityNames } = useSettings();
  const { severity, detail } = useSubject(page);
  return (
    <PageNotice
      {...usePageParts(page)}
      flag={lookWord('low')}
      detail={joinDetails([teamName, detail])}
      mark={severity && <SeverityMark severity={severity} name={severityNames[severity]} />}
      more={more}
      onHide={onHide}
    />
  );
}

/** Common parts of alarm and notice. */
function usePageParts(page: Page) {
  const people = usePeople();
  const answer = usePageAnswer(page);
  useShownReceipts(page);
  return {
    ...answer,
    title: pageTitle(page, null),
    since: page.createdAt,
    consequence: useConsequence(page),
    note: page.declined.length > 0 && <DeclinedNote declined={page.declined} nameOf={people.name} />,
  };
}
