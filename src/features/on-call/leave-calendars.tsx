/** Calendars of leave and of holidays that the team reads in, for admins. */
import { useState } from 'react';
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useLeaveCalendars } from '#src/data/queries/time-off.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago } from '#src/ui/time.tsx';
import { LeaveCalendarDialog } from './leave-calendar-dialog.tsx';

export function LeaveCalendars() {
  const view = useView(useLeaveCalendars());
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title="Calendars of leave and holidays"
      frame="box"
      actions={<Button onClick={() => setAdding(true)}>Add a calendar</Button>}
    >
      <QueryView
        view={view}
        failed="The calendars can’t be read"
        loading={<Skeleton label="Loading the calendars" shape="rows" count={1} />}
        empty={
          <p>
            None yet. Add the leave calendar of your HR system, or the public holidays of a country: both are
            then held against the rota.
          </p>
        }
      >
        {({ items }) => (
          <List
            label="Calendars"
            main={false}
            items={items.map(({ value }) => value)}
            getKey={({ id }) => id}
            getHref={({ id }) => links.leaveCalendar(id)}
            renderRow={(calendar) => <CalendarRow calendar={calendar} />}
          />
        )}
      </QueryView>
      {adding ? <LeaveCalendarDialog calendar={null} onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}

function CalendarRow({ calendar }: { readonly calendar: LeaveCalendar }) {
  const { name, concerned, host, names, problem, lastReadAt, leftOut } = calendar;
  const unknown = unmatchedNames(calendar).length;
  return (
    <Row
      title={name}
      detail={`${concerned === null ? 'Leave' : 'Holidays'} · ${host ?? 'from a file'}${names.length > 0 ? ` · ${names.length} names` : ''}${leftOut > 0 ? ` · ${leftOut} left out` : ''}`}
      status={
        problem !== '' ? (
          <Badge tone="caution">Not read</Badge>
        ) : unknown > 0 ? (
          <Badge tone="caution">{unknown === 1 ? '1 name to match' : `${unknown} names to match`}</Badge>
        ) : null
      }
      when={lastReadAt === null ? null : <Ago at={lastReadAt} />}
    />
  );
}

/** Names of nobody that no admin has looked at. */
export const unmatchedNames = ({ names }: LeaveCalendar) =>
  names.filter(({ userId, chosen }) => userId === null && !chosen);
