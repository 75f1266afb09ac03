/** Way of one message through the rules: which matched, what the alert becomes, and who would be paged now. */
import type { Integration } from '#domain/integration/schema.ts';
import { rehearseAlert } from '#domain/policy/alert-rehearsal.ts';
import type { RoutedEvent } from '#domain/routing/event.ts';
import type { ChosenService, RoutedMessage, RoutingOutcome } from '#domain/routing/route.ts';
import { hasServiceName } from '#domain/routing/service-names.ts';
import type { Service } from '#domain/service/schema.ts';
import { useAlertSetup } from '#src/data/queries/alert-setup.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useReasonNames } from '#src/data/queries/why.ts';
import { RehearsedSteps } from '#src/components/rehearsed-steps.tsx';
import { WhyReasons } from '#src/components/why-reasons.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

type Named = Pick<Service, 'id' | 'name'>;

interface RoutedMessageProps {
  readonly event: RoutedEvent;
  readonly routed: RoutedMessage;
  /** Of the default. */
  readonly serviceId: string;
  readonly services: readonly Named[];
}

export const ruleTitle = ({ rule }: RoutedMessage): string =>
  rule === null ? 'No rule: the default' : `Rule ${rule.number}, ${rule.name}`;

export function RoutedMessageView({ event, routed, serviceId, services }: RoutedMessageProps) {
  const { outcome } = routed;
  if (outcome.kind === 'drop')
    return (
      <DefinitionList
        items={[
          { term: 'Matched', value: ruleTitle(routed) },
          { term: 'Outcome', value: 'Dropped: no alert, and nobody is paged' },
        ]}
      />
    );
  const { severity, urgency, group, summary, labels } = outcome;
  const added = Object.entries(labels).filter(([name, value]) => event.labels[name] !== value);
  const chosen = serviceOf(outcome.service, serviceId, services);
  return (
    <>
      <DefinitionList
        items={[
          { term: 'Matched', value: ruleTitle(routed) },
          { term: 'Service', value: chosen.text },
          { term: 'Summary', value: summary },
          { term: 'Severity', value: severity },
          ...(urgency === null ? [] : [{ term: 'Urgency', value: urgency }]),
          ...(group === null ? [] : [{ term: 'One alert for', value: group }]),
          ...(added.length === 0
            ? []
            : [{ term: 'Labels set', value: added.map((pair) => pair.join(': ')).join(', ') }]),
        ]}
      />
      <h3>Who would be paged now</h3>
      <PagedNow outcome={outcome} serviceId={chosen.serviceId} />
    </>
  );
}

/** The service as the server finds it. */
function serviceOf(
  chosen: ChosenService,
  serviceId: Integration['serviceId'],
  services: readonly Named[],
): { readonly serviceId: string; readonly text: string } {
  const byDefault = services.find(({ id }) => id === serviceId)?.name ?? 'a service that is gone';
  const fallBack = (why: string) => ({ serviceId, text: `${why}: the default’s, ${byDefault}` });
  if (chosen.kind === 'default') return { serviceId, text: `The default’s, ${byDefault}` };
  const found = services.find((one) =>
    chosen.kind === 'id' ? one.id === chosen.serviceId : hasServiceName(one, chosen.name),
  );
  if (found) return { serviceId: found.id, text: found.name };
  if (chosen.kind === 'id') return fallBack('The service of the rule is gone');
  return fallBack(
    chosen.name === '' ? `There is no label “${chosen.label}”` : `No service is named “${chosen.name}”`,
  );
}

interface PagedNowProps {
  readonly outcome: Extract<RoutingOutcome, { kind: 'alert' }>;
  readonly serviceId: string;
}

function PagedNow({ outcome, serviceId }: PagedNowProps) {
  const now = useRotaNow();
  const setup = useAlertSetup(now);
  const people = usePeople();
  const names = useReasonNames();
  if (setup === 'failed')
    return <ErrorState title="It can’t be told" meaning="Services, policies or maintenance can’t be read." />;
  if (setup === null) return <Skeleton label="Loading who would be paged" shape="text" count={3} />;
  const { severity, urgency, labels } = outcome;
  const alert = { serviceId, severity, urgency, labels: { ...labels }, incidentId: null };
  const rehearsed = rehearseAlert(alert, { ...setup, incident: null }, now);
  return rehearsed.kind === 'nobody' ? (
    <WhyReasons reasons={[rehearsed.reason]} names={names} openedAt={now} />
  ) : (
    <RehearsedSteps steps={rehearsed.page.steps} beginning={rehearsed.startsAt} nameOf={people.name} />
  );
}
