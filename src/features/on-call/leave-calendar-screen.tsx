/** Screen of one leave calendar: its readings, and the members of its names. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { constants } from '#domain/constants.ts';
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { zoneText } from '#domain/timezone.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useLeaveCalendars } from '#src/data/queries/time-off.ts';
import { useMay, usePeople } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { DefinitionList, PageHeader, Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { LeaveCalendarDialog } from './leave-calendar-dialog.tsx';
import { LeaveNames } from './leave-names.tsx';
import { LeftOutNotes, leftOutTitle } from './left-out-notes.tsx';

interface LeaveCalendarScreenProps {
  readonly calendarId: string;
}

export function LeaveCalendarScreen({ calendarId }: LeaveCalendarScreenProps) {
  const verdict = useMay()('configure');
  if (verdict.allowed) return <ForAdmins calendarId={calendarId} />;
  return (
    <EmptyState title="Calendars are for admins" action={<Back />}>
      {verdict.reason}
    </EmptyState>
  );
}

const Back = () => (
  <Link href={links.timeOff()} look="button">
    All time off
  </Link>
);

function ForAdmins({ calendarId }: LeaveCalendarScreenProps) {
  const calendars = useLeaveCalendars();
  const view = useView({
    data: calendars.data && {
      ...calendars.data,
      items: calendars.data.items.filter(({ value }) => value.id === calendarId),
    },
    error: calendars.error,
  });
  return (
    <QueryView
      view={view}
      failed="The calendar can’t be read"
      loading={<Skeleton label="Loading the calendar" shape="rows" count={4} />}
      empty={
        <EmptyState title="There is no such calendar" action={<Back />}>
          It was removed, or the link is of another team.
        </EmptyState>
      }
      size="screen"
    >
      {({ items: [item] }) => (item ? <CalendarPage calendar={item.value} /> : null)}
    </QueryView>
  );
}

function CalendarPage({ calendar }: { readonly calendar: LeaveCalendar }) {
  const { id: calendarId, name, host, problem, names, concerned } = calendar;
  const leftOut = { count: calendar.leftOut, notes: calendar.notes ?? [], remarks: calendar.remarks ?? [] };
  const leftOutHead = leftOutTitle(leftOut);
  const [opened, setOpened] = useState<'form' | 'removal' | null>(null);
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const read = useCommand('readLeaveCalendar', {
    onSuccess: () => toasts.done('It is read in a moment'),
    onError: (error) => toasts.error('The calendar was not read', explain(error)),
  });
  const removal = useDialogCommand('removeLeaveCalendar', {
    open: opened === 'removal',
    close: () => setOpened(null),
    queued: () => toasts.done('The removal is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The calendar was not removed', explain(error)),
  });
  return (
    <ScreenColumn>
      <PageHeader
        title={name}
        description={concerned === null ? 'A calendar of leave' : 'A calendar of holidays'}
        actions={
          <>
            {host === null ? null : (
              <Button
                busy={read.isPending && !read.isPaused && 'Asking…'}
                onClick={() => read.mutate({ calendarId })}
              >
                Read now
              </Button>
            )}
            <Button onClick={() => setOpened('form')}>Change</Button>
          </>
        }
      />
      {problem === '' ? null : (
        <Banner kind="caution">
          <strong>The last reading failed.</strong> {problem} What was read before still counts.
        </Banner>
      )}
      <Panel title="Reading" frame="box">
        <Reading calendar={calendar} />
      </Panel>
      {leftOutHead === null ? null : (
        <Panel title={leftOutHead} frame="box">
          <LeftOutNotes {...leftOut} />
        </Panel>
      )}
      {names.length > 0 ? <LeaveNames calendar={calendar} /> : null}
      <Panel title="Danger zone" frame="box">
        <Button onClick={() => setOpened('removal')}>Remove the calendar…</Button>
      </Panel>
      {opened === 'form' ? <LeaveCalendarDialog calendar={calendar} onClose={() => setOpened(null)} /> : null}
      <ConfirmDialog
        open={opened === 'removal'}
        onOpenChange={() => setOpened(null)}
        title={`Remove ${name}?`}
        confirmLabel="Remove calendar"
        danger
        busy={removal.pending && 'Removing…'}
        problem={removal.problem}
        onConfirm={() =>
          removal.send({ calendarId }, () => {
            toasts.done('The calendar is removed');
            navigate(links.timeOff());
          })
        }
      >
        The time off and the holidays that were read from it go with it. You can add it again.
      </ConfirmDialog>
    </ScreenColumn>
  );
}

function Reading({ calendar }: { readonly calendar: LeaveCalendar }) {
  const { host, lastReadAt, nextReadAt, entries, leftOut, concerned } = calendar;
  const { calendarDaysBack, calendarDaysAhead } = constants;
  const people = usePeople();
  return (
    <DefinitionList
      items={[
        { term: 'Read from', value: host === null ? 'A file' : `A secret address at ${host}` },
        { term: 'Last read', value: lastReadAt === null ? 'Not yet' : <Ago at={lastReadAt} /> },
        ...(nextReadAt === null
          ? []
          : [{ term: 'Read again', value: <Time at={nextReadAt} form="moment" /> }]),
        {
          term: 'Entries',
          value: `${entries} from ${calendarDaysBack} days back to ${calendarDaysAhead} ahead${leftOut > 0 ? `; ${leftOut} left out` : ''}`,
        },
        ...(concerned === null
          ? []
          : [
              {
                term: 'For',
                value:
                  concerned.kind === 'timezone'
                    ? `Everybody in ${zoneText(concerned.timezone)}`
                    : concerned.userIds.map((id) => people.name(id)).join(', '),
              },
            ]),
      ]}
    />
  );
}
