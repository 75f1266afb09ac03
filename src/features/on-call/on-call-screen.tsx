/** On-call screen: per schedule who is on call at present and next, and gaps; or the year of all schedules. */
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useOverrides, useSchedules } from '#src/data/queries/on-call.ts';
import { links } from '#src/data/links.ts';
import { useMay, useMayRun } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { AskCover } from './ask-cover.tsx';
import { CoverRequests } from './cover-requests.tsx';
import { Feeds } from './feeds.tsx';
import { MyShifts } from './my-shifts.tsx';
import { calendarParts } from './parts.ts';
import { Policies } from './policies.tsx';
import { RotaPanel } from './rota-panel.tsx';

export function OnCallScreen() {
  const schedules = useSchedules();
  const overrides = useOverrides();
  const rota = useView({
    data:
      schedules.data && overrides.data
        ? { ...schedules.data, overrides: overrides.data.items.map((item) => item.value) }
        : undefined,
    error: schedules.error ?? overrides.error,
  });

  const [params] = useSearchParams();
  const showsYear = params.get('view') === 'year';
  const all = useMemo(() => schedules.data?.items.map((item) => item.value) ?? [], [schedules.data]);

  return (
    <ScreenColumn width={showsYear ? 'full' : 'normal'}>
      <PageHeader
        title="On call"
        description={
          showsYear ? 'Who is on call on each day of a year.' : 'Who answers now, and who is next.'
        }
        actions={
          <>
            {showsYear ? (
              <Link href={links.onCall()} look="button">
                Now and next
              </Link>
            ) : (
              <Link href={links.onCallYear()} look="button">
                Year
              </Link>
            )}
            <Link href={links.timeOff()} look="button">
              Time off
            </Link>
            {schedules.data?.items.length === 0 ? null : (
              <>
                <AskForOthers />
                <AddSchedule look="button" />
              </>
            )}
          </>
        }
      />
      <QueryView
        view={rota}
        failed="The schedules can’t be read"
        loading={<Skeleton label="Loading the schedules" shape="rows" count={6} />}
        empty={
          <EmptyState
            icon={<CalendarClock className="icon" />}
            title="No schedules yet"
            action={
              <>
                <AddSchedule look="button" />
                <SampleSchedule />
              </>
            }
          >
            Nobody is on call in this team. Add the first schedule, and let a policy ask it.
          </EmptyState>
        }
        size="screen"
      >
        {({ overrides: own }) =>
          showsYear ? (
            <Suspense fallback={<Skeleton label="Loading the year" shape="rows" count={6} />}>
              <calendarParts.teamYear.Component schedules={all} overrides={own} />
            </Suspense>
          ) : (
            <>
              <MyShifts schedules={all} overrides={own} />
              <AskCover schedules={all} overrides={own} />
              {all.map((schedule) => (
                <ScheduleColours key={schedule.id} schedule={schedule} overrides={own}>
                  <RotaPanel schedule={schedule} overrides={own} />
                </ScheduleColours>
              ))}
              {/* After who is on call: it comes late, and nothing that is read may move. */}
              <CoverRequests schedules={all} overrides={own} />
              <Feeds schedules={all} />
              <Policies schedules={all} />
            </>
          )
        }
      </QueryView>
    </ScreenColumn>
  );
}

function AddSchedule({ look }: { readonly look: 'button' | 'primary' }) {
  const verdict = useMayRun()('saveSchedule');
  return verdict.allowed ? (
    <Link href={links.newSchedule()} look={look}>
      Add a schedule
    </Link>
  ) : (
    <Button disabledReason={verdict.reason}>Add a schedule</Button>
  );
}

/** Button of a person who arranges cover for others; members request their own beside their shifts. */
const AskForOthers = () =>
  useMay()('coverForOthers').allowed ? (
    <Link href={links.askForCover()} look="button">
      Ask for cover
    </Link>
  ) : null;

/** Sample of a first schedule. */
const SampleSchedule = () =>
  useMayRun()('saveSchedule').allowed ? (
    <Link href={links.newSchedule('sample')} look="primary">
      Start from a sample rota
    </Link>
  ) : null;
