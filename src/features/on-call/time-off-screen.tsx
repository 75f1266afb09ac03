/** Absences of the team, and for admins the form to enter them for others. */
import { useState } from 'react';
import CalendarOff from 'lucide-react/icons/calendar-off';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useTimeOffEditing } from '#src/data/client/time-off-editing.ts';
import { useView } from '#src/data/client/view.ts';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useMyTimeOffNotes, useTimeOff, useTimeOffNotes } from '#src/data/queries/time-off.ts';
import { TimeOffDialog, type TimeOffDialogProps } from '#src/components/time-off-dialog.tsx';
import { TimeOffList } from '#src/components/time-off-list.tsx';
import { timeOffFormOptions, type TimeOffValues } from '#src/components/time-off-values.ts';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { LeaveCalendars } from './leave-calendars.tsx';

export function TimeOffScreen() {
  const forOthers = useMay()('configure').allowed;
  return forOthers ? <ForAdmins /> : <ForMembers />;
}

/** Notes of others are read by admins alone, so that each has a query of their own. */
function ForAdmins() {
  return <Screen notes={useTimeOffNotes().data?.items.map(({ value }) => value)} forOthers />;
}
function ForMembers() {
  return <Screen notes={useMyTimeOffNotes().data?.items.map(({ value }) => value)} forOthers={false} />;
}

interface ScreenProps {
  readonly notes: readonly { readonly id: string; readonly note: string }[] | undefined;
  readonly forOthers: boolean;
}

function Screen({ notes, forOthers }: ScreenProps) {
  const { me, team } = useTeam();
  const people = usePeople();
  const { zone } = useZones();
  const now = useServerNow(60_000);
  const view = useView(useTimeOff());
  const noteOf = (id: string) => notes?.find((one) => one.id === id)?.note ?? '';
  const { opened, open, close, remove } = useTimeOffEditing({
    entries: view.data?.items.map(({ value }) => value),
    noteOf,
    toasts: useToasts(),
  });
  const shown = forOthers ? people.all : people.all.filter(({ id }) => id === me.id);
  const add = (look?: 'primary') => (
    <Button {...(look && { variant: look })} onClick={() => open('new')}>
      Add time off
    </Button>
  );
  return (
    <ScreenColumn>
      <PageHeader
        title="Time off"
        description="Who is away when. It is held against the rota; pages go on as the rota says."
        actions={(view.data?.items.length ?? 0) > 0 ? add() : undefined}
      />
      <QueryView
        view={view}
        failed="The time off can’t be read"
        loading={<Skeleton label="Loading the time off" shape="rows" count={4} />}
        empty={
          <EmptyState icon={<CalendarOff className="icon" />} title="Nobody is away" action={add('primary')}>
            Write down when you are away: whoever is on call during their time off is then shown with the
            schedule, while there is time to arrange for cover.
          </EmptyState>
        }
        size="screen"
      >
        {({ items }) => (
          <Panel title="From today" count={items.length} frame="box">
            <TimeOffList
              entries={items
                .map(({ value }) => value)
                .toSorted((one, other) => one.startsAt - other.startsAt)}
              {...{ noteOf, now, timezone: zone }}
              nameOf={people.name}
              mayChange={({ userId }) => forOthers || userId === me.id}
              onChange={open}
              onRemove={remove}
            />
          </Panel>
        )}
      </QueryView>
      {forOthers ? <LeaveCalendars /> : null}
      {opened === null ? null : (
        <Form
          people={(opened === 'new' ? shown : people.all.filter(({ id }) => id === opened.userId)).map(
            ({ id, displayName }) => ({ id, name: displayName }),
          )}
          context={{
            before: opened === 'new' ? null : opened,
            userId: shown.length === 1 ? me.id : '',
            now,
            timezoneOf: (userId) => people.find(userId)?.timezone ?? team.timezone,
          }}
          onClose={close}
        />
      )}
    </ScreenColumn>
  );
}

function Form(props: Omit<TimeOffDialogProps, 'form'>) {
  const end = { toasts: useToasts(), onClose: props.onClose };
  // Proposed times stay while the form is open.
  const [now] = useState(props.context.now);
  const context = { ...props.context, now };
  const form = useEntityForm<TimeOffValues, 'saveTimeOff'>(timeOffFormOptions(context, end));
  return <TimeOffDialog {...props} form={form} />;
}
