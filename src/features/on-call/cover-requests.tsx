/** Requests for cover that concern the reader: those that ask them, their own, and what they have taken. Admins see all. */
import type { CoverRequest } from '#domain/cover/schema.ts';
import { asks, isOpen } from '#domain/cover/asked.ts';
import { coverAskText, spanText } from '#domain/notice/labels.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useBusyWord } from '#src/data/client/busy.ts';
import { useCommand, usePendingCommands } from '#src/data/client/commands.ts';
import { pendingText } from '#src/data/client/pending-text.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { useCoverRequests, useTakeCover } from '#src/data/queries/cover.ts';
import { useMay, useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { CoverRow } from '#src/components/cover-row.tsx';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { GiveCover } from './give-cover.tsx';
import type { Rotas } from './person-shifts.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export function CoverRequests({ schedules, overrides }: Rotas) {
  const { me } = useTeam();
  const forOthers = useMay()('coverForOthers').allowed;
  const requests = useCoverRequests().filter(
    (one) => forOthers || one.userId === me.id || one.takerId === me.id || (isOpen(one) && asks(one, me.id)),
  );
  const queued = usePendingCommands('requestCover');
  const words = useWords(schedules);
  if (requests.length + queued.length === 0) return null;
  return (
    <Panel title="Cover" count={requests.length + queued.length} frame="box">
      <ul aria-label="Requests for cover">
        {queued.map(({ input, state }) => (
          <CoverRow
            key={input.requestId}
            words={`${pendingText(state, 'Being sent')}: ${words.ask(input)}`}
            note={input.note}
          />
        ))}
        {requests.map((request) => (
          <ScheduleColours
            key={request.id}
            schedule={schedules.find(({ id }) => id === request.scheduleId) ?? null}
            overrides={overrides}
          >
            <Line request={request} words={words} />
          </ScheduleColours>
        ))}
      </ul>
    </Panel>
  );
}

type Asked = Pick<CoverRequest, 'userId' | 'scheduleId' | 'startsAt' | 'endsAt' | 'asked'>;

/** The sentences of requests, for the reader. */
function useWords(schedules: readonly Schedule[]) {
  const { me } = useTeam();
  const people = usePeople();
  const now = useRotaNow();
  const { zone: timezone } = useZones();
  const { name } = people;
  const schedule = (id: string) => schedules.find((one) => one.id === id)?.name ?? 'a schedule';
  const list = (userIds: readonly string[]) =>
    new Intl.ListFormat('en').format(userIds.map((id) => (id === me.id ? 'you' : name(id))));
  return {
    name,
    ask(request: Asked): string {
      if (request.userId !== me.id) {
        const ask = { ...request, by: request.userId, schedule: schedule(request.scheduleId) };
        return coverAskText(ask, { now, timezone, nameOf: name });
      }
      const whom = request.asked === null ? 'everybody' : list(request.asked);
      return `You ask ${whom} for cover of ${this.time(request)}`;
    },
    time: (request: Asked) => `${schedule(request.scheduleId)}, ${spanText(request, { now, timezone })}`,
    taken(request: CoverRequest): string {
      const { takerId, userId } = request;
      const who = takerId === me.id ? 'You cover' : `${name(takerId ?? '')} covers`;
      return `${who} ${userId === me.id ? 'you' : name(userId)} on ${this.time(request)}`;
    },
  };
}

interface LineProps {
  readonly request: CoverRequest;
  readonly words: ReturnType<typeof useWords>;
}

function Line({ request, words }: LineProps) {
  return isOpen(request) ? (
    <CoverRow words={words.ask(request)} note={request.note}>
      <OpenActions request={request} words={words} />
    </CoverRow>
  ) : (
    <CoverRow words={words.taken(request)} note={request.note}>
      <TakenActions request={request} words={words} />
    </CoverRow>
  );
}

function OpenActions({ request, words }: LineProps) {
  const { me } = useTeam();
  const mayRun = useMayRun();
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const { id: requestId, scheduleId, userId, startsAt, endsAt, asked, note } = request;
  const release = useCommand('releaseCover', {
    onError: (error) => toasts.error('The shift was not given back', explain(error)),
  });
  const { take, busy } = useTakeCover({
    onSuccess: () => toasts.undo(`You take ${words.time(request)}`, () => release.mutate({ requestId })),
    onError: (error) => toasts.error('The shift was not taken', explain(error)),
  });
  const again = useCommand('requestCover', {
    onError: (error) => toasts.error('Cover was not asked for again', explain(error)),
  });
  const cancel = useCommand('cancelCover', {
    onSuccess: () =>
      toasts.undo('The request for cover is cancelled', () =>
        again.mutate({ requestId: docs.newId(), scheduleId, userId, startsAt, endsAt, asked, note }),
      ),
    onError: (error) => toasts.error('The request for cover was not cancelled', explain(error)),
  });
  const cancelling = useBusyWord('cancelCover', { requestId }, 'Cancelling…');
  const takes = mayRun('takeCover', request, { requestId, userId: me.id }).allowed && asks(request, me.id);
  return (
    <>
      {takes ? (
        <Button
          variant="primary"
          aria-label={`Take it: ${words.time(request)}`}
          busy={busy(requestId)}
          onClick={() => take(requestId)}
        >
          Take it
        </Button>
      ) : null}
      <GiveCover request={request} what={words.time(request)} />
      {mayRun('cancelCover', request).allowed ? (
        <Button
          aria-label={`Cancel: ${words.time(request)}`}
          busy={cancelling}
          onClick={() => cancel.mutate({ requestId })}
        >
          Cancel
        </Button>
      ) : null}
    </>
  );
}

function TakenActions({ request, words }: LineProps) {
  const { me } = useTeam();
  const now = useRotaNow();
  const toasts = useToasts();
  const verdict = useMayRun()('releaseCover', request);
  const { id: requestId, takerId } = request;
  const again = useCommand('takeCover', {
    onError: (error) => toasts.error('The shift was not taken again', explain(error)),
  });
  const release = useCommand('releaseCover', {
    onSuccess: () =>
      toasts.undo('The shift is given back, and cover is asked for again', () =>
        again.mutate({ requestId, userId: takerId ?? me.id }),
      ),
    onError: (error) => toasts.error('The shift was not given back', explain(error)),
  });
  const busy = useBusyWord('releaseCover', { requestId }, 'Giving it back…');
  if (!verdict.allowed) return null;
  const label = takerId === me.id ? 'Give back' : 'Take back';
  return (
    <Button
      aria-label={`${label}: ${words.time(request)}`}
      busy={busy}
      disabledReason={request.startsAt < now && 'It has begun. Ask for cover of what is left of it instead.'}
      onClick={() => release.mutate({ requestId })}
    >
      {label}
    </Button>
  );
}
