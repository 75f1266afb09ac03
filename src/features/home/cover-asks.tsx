/** Open requests for cover that ask the reader. */
import { asks, isOpen } from '#domain/cover/asked.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { coverAskText, spanText } from '#domain/notice/labels.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { useCoverRequests, useTakeCover } from '#src/data/queries/cover.ts';
import { useSchedules } from '#src/data/queries/on-call.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { CoverRow } from '#src/components/cover-row.tsx';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function CoverAsks() {
  const { me } = useTeam();
  const may = useMayRun()('takeCover').allowed;
  const asking = useCoverRequests().filter((one) => isOpen(one) && asks(one, me.id));
  if (!may || asking.length === 0) return null;
  return (
    <Panel
      title="Cover is asked for"
      count={asking.length}
      frame="box"
      actions={
        <Link href={links.onCall()} look="text">
          All requests
        </Link>
      }
    >
      <ul aria-label="Cover is asked for">
        {asking.map((request) => (
          <Ask key={request.id} request={request} />
        ))}
      </ul>
    </Panel>
  );
}

function Ask({ request }: { readonly request: CoverRequest }) {
  const people = usePeople();
  const schedules = useSchedules().data?.items;
  const now = useServerNow(60_000);
  const { zone: timezone } = useZones();
  const toasts = useToasts();
  const { id: requestId, scheduleId, userId, note } = request;
  const schedule = schedules?.find(({ value }) => value.id === scheduleId)?.value.name ?? 'a schedule';
  const time = `${schedule}, ${spanText(request, { now, timezone })}`;
  const release = useCommand('releaseCover', {
    onError: (error) => toasts.error('The shift was not given back', explain(error)),
  });
  const { take, busy } = useTakeCover({
    onSuccess: () => toasts.undo(`You take ${time}`, () => release.mutate({ requestId })),
    onError: (error) => toasts.error('The shift was not taken', explain(error)),
  });
  return (
    <CoverRow
      words={coverAskText({ ...request, by: userId, schedule }, { now, timezone, nameOf: people.name })}
      note={note}
    >
      <Button
        variant="primary"
        aria-label={`Take it: ${time}`}
        busy={busy(requestId)}
        onClick={() => take(requestId)}
      >
        Take it
      </Button>
    </CoverRow>
  );
}
