/** Panel of an incident's pages: recipients, and the next step without an answer. */
import BellRing from 'lucide-react/icons/bell-ring';
import { Suspense, useState } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { waitsForHours } from '#domain/page/joining.ts';
import type { Page } from '#domain/page/schema.ts';
import { reasonsTitle } from '#domain/page/why-title.ts';
import { useCommand, usePendingCommand, usePendingCommands } from '#src/data/client/commands.ts';
import type { Live } from '#src/data/client/documents.ts';
import { useEscalate, useHandBack, useHandOver, useRepage, useSnooze } from '#src/data/page-controls.ts';
import { useConsequence } from '#src/data/queries/forecast.ts';
import { isAskingPage, useIncidentPages } from '#src/data/queries/incident-pages.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { totalOf, useView } from '#src/data/client/view.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { useKey } from '#src/ui/keys.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { EarlierButton } from '#src/components/earlier-button.tsx';
import { DeclinedNote } from '#src/components/declined-note.tsx';
import { WhyDisclosure } from '#src/components/why-disclosure.tsx';
import { HandBackButton } from '#src/components/hand-back-button.tsx';
import { HandOverMenu } from '#src/components/hand-over-menu.tsx';
import { RepageButton } from '#src/components/repage-button.tsx';
import { SnoozePageMenu } from '#src/components/snooze-page-menu.tsx';
import { SnoozedUntil } from '#src/components/snoozed-until.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Countdown, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { VisibleItems } from '#src/ui/visible-items.tsx';
import { roomParts } from './parts.ts';
import styles from './pages-panel.module.css';
import { AskedPeople } from './asked-people.tsx';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';
import { listNames } from './labels.ts';
import { isLive } from '#domain/incident/status.ts';

const whyPage = lazyPart(() => import('./why-page.tsx'), 'WhyPage');

export function PagesPanel({ incident }: { readonly incident: Incident }) {
  const [open, setOpen] = useState(false);
  const may = useMayRun()('page', incident);
  const pages = useView(useIncidentPages(incident.id));
  const waiting = usePendingCommands('page').filter(({ input }) => input.incidentId === incident.id);
  const reason = isLive(incident)
    ? !may.allowed && may.reason
    : `This incident is ${incident.status}: nobody is paged for it.`;
  useKey('p', 'Page someone', () => setOpen(true), { group: 'Room', enabled: reason === false });

  return (
    <Panel
      title="Pages"
      count={totalOf(pages, (list) => list)}
      actions={
        <Button
          size="small"
          icon={<BellRing className="icon" />}
          disabledReason={reason}
          onClick={() => setOpen(true)}
        >
          Page someone
        </Button>
      }
    >
      {waiting.map(({ input, state }) => (
        <div key={input.commandId} className={styles.page}>
          <span className={styles.facts}>
            Page <WaitingMark state={state} sending="Starting…" />
          </span>
          <span className={styles.quiet}>{input.summary}</span>
        </div>
      ))}
      <QueryView
        view={pages}
        failed="The pages can’t be read"
        loading={<Skeleton label="Loading the pages" shape="text" count={2} />}
        empty={
          waiting.length === 0 ? (
            <p className={styles.quiet}>
              Nobody has been paged from here. “Page someone” asks people to come.
            </p>
          ) : null
        }
      >
        {(list) => (
          <>
            <VisibleItems
              items={list.items}
              getKey={idOf}
              renderItem={({ value }) => <PageRow page={value} incident={incident} />}
              rowHeight={rowHeight}
              className={styles.pages}
              rowClassName={styles.page}
              total={list.total}
            />
            <EarlierButton list={list} noun="pages" />
          </>
        )}
      </QueryView>
      {open ? (
        <Suspense>
          <roomParts.page.Component incident={incident} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Panel>
  );
}

function Why({ page }: { readonly page: Page }) {
  const { me } = useTeam();
  return (
    <WhyDisclosure title={reasonsTitle(page, me.id)}>
      <whyPage.Component page={page} />
    </WhyDisclosure>
  );
}

/** Height of a page before it is measured, in pixels. */
const rowHeight = 104;

const idOf = ({ value }: Live<Page>): string => value.id;

function PageRow({ page, incident }: { readonly page: Page; readonly incident: Incident }) {
  return (
    <>
      {isAskingPage(page) ? <AskingPage page={page} /> : <EndedPage page={page} incident={incident} />}
      <Why page={page} />
    </>
  );
}

function AskingPage({ page }: { readonly page: Page }) {
  const people = usePeople();
  const { me } = useTeam();
  const may = useMayRun()('acknowledgePage', page);
  const showError = useShowError();
  const acknowledge = useCommand('acknowledgePage', { onError: showError('The page was not acknowledged') });
  const escalation = useEscalate(page, useToasts());
  const acknowledging = usePendingCommand('acknowledgePage', { pageId: page.id })?.state;
  const escalating = usePendingCommand('escalatePage', { pageId: page.id })?.state;
  const pending = acknowledging ?? escalating;
  const consequence = useConsequence(page);
  const asksMe = page.waitingFor.includes(me.id);
  return (
    <>
      <span className={styles.facts}>
        <StatusMark of="page" state={page.status} />
        <Time at={page.createdAt} />
      </span>
      <AskedPeople page={page} />
      <DeclinedNote declined={page.declined} nameOf={people.name} />
      <p className={styles.next}>
        {waitsForHours(page) && page.nextAt !== null ? (
          <>
            Waits for support hours, <Time at={page.nextAt} form="moment" />
          </>
        ) : (
          <>
            {consequence.text} {consequence.at === undefined ? null : <Countdown to={consequence.at} />}
          </>
        )}
      </p>
      <span className={styles.buttons}>
        {pending !== undefined ? (
          <WaitingMark state={pending} sending={acknowledging ? 'Acknowledging…' : 'Escalating…'} />
        ) : (
          <>
            <Button
              size="small"
              variant={asksMe ? 'signal' : 'secondary'}
              disabledReason={!may.allowed && may.reason}
              onClick={() => acknowledge.mutate({ pageId: page.id })}
            >
              Acknowledge
            </Button>
            <Button
              size="small"
              variant="quiet"
              disabledReason={escalation.refusal}
              onClick={escalation.escalate}
            >
              Escalate now
            </Button>
            <HandOver page={page} />
          </>
        )}
      </span>
    </>
  );
}

function HandOver({ page }: { readonly page: Page }) {
  return <HandOverMenu {...useHandOver(page, useToasts())} />;
}

function HandBack({ page }: { readonly page: Page }) {
  return <HandBackButton {...useHandBack(page, useToasts())} />;
}

function Snooze({ page }: { readonly page: Page }) {
  return <SnoozePageMenu {...useSnooze(page, useToasts())} />;
}

function Repage({ page, incident }: { readonly page: Page; readonly incident: Incident }) {
  return <RepageButton {...useRepage(page, incident, useToasts())} />;
}

function EndedPage({ page, incident }: { readonly page: Page; readonly incident: Incident }) {
  const people = usePeople();
  const answered = page.acknowledgements.map(({ userId }) => people.name(userId));
  return (
    <>
      <span className={styles.facts}>
        <StatusMark of="page" state={page.status} />
        <Time at={page.endedAt ?? page.createdAt} />
      </span>
      <SnoozedUntil at={page.snoozedUntilAt} />
      <span className={styles.quiet}>
        {answered.length > 0
          ? `${page.status === 'cancelled' ? 'Acknowledged by' : 'By'} ${listNames(answered)}`
          : page.notified.length > 0
            ? `Asked ${listNames(page.notified.map(({ userId }) => people.name(userId)))}`
            : 'It asked nobody'}
      </span>
      <DeclinedNote declined={page.declined} nameOf={people.name} />
      {page.status !== 'cancelled' && (
        <span className={styles.buttons}>
          <HandBack page={page} />
          <Snooze page={page} />
          <Repage page={page} incident={incident} />
          <HandOver page={page} />
        </span>
      )}
    </>
  );
}
