/** The page that wakes you: while a page waits for me, it is in front of everything. */
import { useState } from 'react';
import type { Alert } from '#domain/entities/alert.ts';
import type { Incident, Severity } from '#domain/entities/incident.ts';
import type { Page } from '#domain/entities/page.ts';
import { incident } from '#domain/entities/incident.ts';
import { forecast } from '#domain/paging/forecast.ts';
import { peopleOf } from '#domain/paging/people.ts';
import { documentPaths } from '#domain/paths.ts';
import { severityLevel, suggestedSeverity } from '#domain/severity.ts';
import { useAlert, useServices } from '#src/live/alerts.ts';
import { useServerNow } from '#src/live/clock.tsx';
import { useCommand, usePendingCommands } from '#src/live/commands.ts';
import { useDocument } from '#src/live/documents.ts';
import { domainErrorFrom, explain } from '#src/live/errors.ts';
import { useRoster } from '#src/live/on-call.ts';
import { useMyOpenPages } from '#src/live/pages.ts';
import { useSettings } from '#src/live/settings.ts';
import { type People, usePeople, useTeam } from '#src/live/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { PageAlarm } from '#src/ui/page-alarm.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

/** Shows the oldest page that waits for me, unless I have answered it and the answer is on its way. */
export function PageAlarmHost() {
  const { data } = useMyOpenPages();
  const answered = useAnswered();
  const waiting = (data?.items ?? []).map((item) => item.value).filter((page) => !answered.has(page.id));
  const [first, ...more] = waiting;
  if (!first) return null;
  return <Alarm key={first.id} page={first} more={more.length} />;
}

/** Pages to which my answer waits for the connection: they have been dealt with as far as I am concerned. */
function useAnswered(): ReadonlySet<string> {
  const pending = usePendingCommands();
  const ids = pending
    .filter(({ waiting }) => waiting)
    .flatMap(({ command }) =>
      'pageId' in command.input && typeof command.input.pageId === 'string' ? [command.input.pageId] : [],
    );
  return new Set(ids);
}

function Alarm({ page, more }: { readonly page: Page; readonly more: number }) {
  const acknowledge = useCommand('acknowledgePage');
  const decline = useCommand('declinePage');
  const toasts = useToasts();
  const people = usePeople();
  const { severityNames } = useSettings();
  const [declining, setDeclining] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const about = useSubject(page);
  const consequence = useConsequence(page);

  const answer = async (run: () => Promise<unknown>, done: string) => {
    setError(undefined);
    try {
      await run();
      toasts.done(done);
    } catch (caught) {
      const refusal = domainErrorFrom(caught);
      setError(
        refusal?.code === 'already_acknowledged'
          ? `${people.name(refusal.by)} has acknowledged this already. Ask in the room whether help is wanted.`
          : explain(caught),
      );
    }
  };

  if (declining)
    return (
      <Decline
        consequence={consequence.text}
        onCancel={() => setDeclining(false)}
        onConfirm={(reason) => {
          setDeclining(false);
          void answer(
            () => decline.run({ pageId: page.id, reason }),
            'Passed on. Someone else is asked now.',
          );
        }}
      />
    );

  return (
    <PageAlarm
      title={page.summary}
      detail={about.detail}
      severity={severityLevel(about.severity)}
      severityName={severityNames[about.severity]}
      since={page.createdAt}
      consequence={consequence}
      onAcknowledge={() =>
        void answer(() => acknowledge.run({ pageId: page.id }), 'Acknowledged. It is yours now.')
      }
      onCantTakeIt={() => setDeclining(true)}
      busy={acknowledge.busy ? 'acknowledge' : decline.busy ? 'cannot' : undefined}
      error={error}
      more={more}
    />
  );
}

interface DeclineProps {
  readonly consequence: string;
  onCancel(): void;
  onConfirm(reason: string): void;
}

function Decline({ consequence, onCancel, onConfirm }: DeclineProps) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      title="Can’t take it?"
      description={`The page moves on at once. ${consequence === '' ? '' : 'The next person is asked without waiting.'}`}
      onSubmit={() => onConfirm(reason)}
      footer={
        <>
          <Button onClick={onCancel}>Back</Button>
          <Button type="submit" variant="primary">
            Pass it on
          </Button>
        </>
      }
    >
      <Field label="Why" optional hint="The others see it, so that they know.">
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

/** What the page is about, as far as it has been read. */
function useSubject(page: Page): { readonly severity: Severity; readonly detail: string | undefined } {
  const { team } = useTeam();
  const alertId = page.subject.kind === 'alert' ? page.subject.alertId : null;
  const incidentId = page.subject.kind === 'incident' ? page.subject.incidentId : null;
  const alert: Alert | undefined = useAlert(alertId).data?.value;
  const about: Incident | undefined = useDocument(
    incidentId && documentPaths.incident(team.id, incidentId),
    incident,
  ).data?.value;
  const services = useServices().data?.items.map((item) => item.value) ?? [];
  const nameOf = (id: string | null | undefined) => services.find((service) => service.id === id)?.name;

  if (page.subject.kind === 'drill')
    return { severity: 'SEV5', detail: 'A drill: it proves that a page reaches you. Nothing is broken.' };
  if (about)
    return {
      severity: about.severity,
      detail: [`Incident #${about.number}`, ...about.serviceIds.map(nameOf)].filter(Boolean).join(' · '),
    };
  return {
    severity: alert ? suggestedSeverity(alert.severity) : page.urgency === 'high' ? 'SEV1' : 'SEV3',
    detail: [nameOf(alert?.serviceId), alert && alert.firing > 1 ? `${alert.firing} firing` : undefined]
      .filter(Boolean)
      .join(' · '),
  };
}

function useConsequence(page: Page): { readonly text: string; readonly at?: number | undefined } {
  const roster = useRoster();
  const people = usePeople();
  const now = useServerNow(10_000);
  if (!roster) return { text: '' };
  const [next] = forecast(page, peopleOf(roster), now, 1);
  if (!next) return { text: 'It stays open until someone acknowledges.' };
  if (next.what === 'exhausted')
    return { text: 'Nobody is left to ask after you. It is given up in', at: next.at };
  const again = next.userIds.every((id) => page.waitingFor.includes(id));
  return {
    text: `${again ? 'You are asked again' : `Climbs to ${names(next.userIds, people)}`} in`,
    at: next.at,
  };
}

function names(userIds: readonly string[], people: People): string {
  const [first = '', second, ...rest] = userIds.map((id) => people.name(id));
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} more`;
}
