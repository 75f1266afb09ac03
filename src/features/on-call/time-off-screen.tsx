/** Absences of the team, and for admins the form to enter them for others. */
import CalendarOff from 'lucide-react/icons/calendar-off';
import { useState } from 'react';
import type { TimeOff } from '#domain/time-off/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
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
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const view = useView(useTimeOff());
  const noteOf = (id: string) => notes?.find((one) => one.id === id)?.note ?? '';
  /** Null: nothing is open. */
  const [opened, setOpened] = useState<TimeOff | 'new' | null>(null);
  const close = () => setOpened(null);
  /** Saved state; the one that was opened once it is gone. */
  const currentOf = (entry: TimeOff) =>
    view.data?.items.find(({ value }) => value.id === entry.id)?.value ?? entry;
  const again = useCommand('saveTimeOff', {
    onError: (error) => toasts.error('The time off was not restored', explain(error)),
  });
  const remover = useCommand('removeTimeOff', {
    onError: (error) => toasts.error('The time off was not removed', explain(error)),
  });
  const remove = ({ id: timeOffId, userId, startsAt, endsAt, allDayIn }: TimeOff) => {
    const before = { userId, startsAt, endsAt, allDayIn, note: noteOf(timeOffId) };
    remover.mutate(
      { timeOffId, userId },
      {
        onSuccess: () =>
          toasts.undo('Time off removed', () => again.mutate({ timeOffId: docs.newId(), ...before })),
      },
    );
  };
  const shown = forOthers ? people.all : people.all.filter(({ id }) => id === me.id);
  const add = (look?: 'primary') => (
    <Button {...(look && { variant: look })} onClick={() => setOpened('new')}>
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
              onChange={setOpened}
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
            before: opened === 'new' ? null : { ...currentOf(opened), note: noteOf(opened.id) },
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
  const form = useEntityForm<TimeOffValues, 'saveTimeOff'>(timeOffFormOptions(props.context, end));
  return <TimeOffDialog {...props} form={form} />;
}
