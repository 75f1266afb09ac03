/** Messages tried on the rules that are edited: the last ones that came, and one that is pasted. Nothing is sent. */
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import { defaultJsonMapping } from '#domain/ingest/json-mapping.ts';
import type { Integration, IntegrationEvent } from '#domain/integration/schema.ts';
import type { RoutedEvent } from '#domain/routing/event.ts';
import { type RoutedMessage, routeBy } from '#domain/routing/route.ts';
import type { PreparedRules } from '#domain/routing/prepare.ts';
import type { Service } from '#domain/service/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useDraft } from '#src/data/client/drafts.ts';
import { useAlert } from '#src/data/queries/alerts.ts';
import { useIntegrationEvents } from '#src/data/queries/integrations.ts';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { TextArea } from '#src/ui/text-input.tsx';
import { readMappedMessage, readMessageOf } from './read-message.ts';
import { RoutedMessageView, ruleTitle } from './routed-message.tsx';
import styles from './routing.module.css';

interface RoutingTesterProps {
  readonly integration: Integration;
  readonly prepared: PreparedRules;
  /** Of the default. */
  readonly serviceId: string;
  readonly services: readonly Pick<Service, 'id' | 'name'>[];
  /** The message that is tried; null: none. */
  readonly event: RoutedEvent | null;
  readonly onEvent: (event: RoutedEvent | null) => void;
}

/** Messages offered, newest first. */
const mostMessages = 6;

export function RoutingTester(props: RoutingTesterProps) {
  const { integration, prepared, serviceId, services, event, onEvent } = props;
  const { kind, mapping } = integration;
  const [pasted, setPasted] = useDraft(`integration.message.${kind}`);
  const [problem, setProblem] = useState<string | null>(null);
  const clock = useClock();
  const paste = (text: string) => {
    setPasted(text);
    if (text.trim() === '') {
      setProblem(null);
      return onEvent(null);
    }
    const now = clock.now();
    const read =
      kind === 'json'
        ? readMappedMessage(text, mapping ?? defaultJsonMapping, now)
        : readMessageOf(text, kind, now);
    setProblem(read.ok ? null : read.problem);
    return onEvent(read.ok ? read.signal : null);
  };
  return (
    <Panel title="Try a message" frame="box">
      <div className={styles.tester}>
        <Field
          label="Message"
          hint="JSON, as the sender sends it. Nothing is stored, and nobody is paged."
          error={problem ?? undefined}
        >
          <TextArea rows={3} maxRows={12} value={pasted} onChange={({ target }) => paste(target.value)} />
        </Field>
        <LastMessages integrationId={integration.id} {...{ prepared, event, onEvent }} />
        <div aria-live="polite" className={styles.tester}>
          {event === null ? (
            <p className={styles.note}>Paste a message, or press one of the last ones.</p>
          ) : (
            <RoutedMessageView {...{ event, serviceId, services }} routed={routeBy(prepared, event)} />
          )}
        </div>
      </div>
    </Panel>
  );
}

type LastMessagesProps = Pick<RoutingTesterProps, 'prepared' | 'event' | 'onEvent'> & {
  readonly integrationId: string;
};

function LastMessages({ integrationId, ...row }: LastMessagesProps) {
  const events = useIntegrationEvents(integrationId).data?.items.map(({ value }) => value) ?? [];
  const seen = new Set<string>();
  const shown = events
    .filter(({ id, alertId, message = null }) => {
      const key = alertId ?? id;
      const isNew = !seen.has(key) && (alertId !== null || message !== null);
      seen.add(key);
      return isNew;
    })
    .slice(0, mostMessages);
  if (shown.length === 0) return null;
  return (
    <div>
      <h3>The last messages</h3>
      <ul className={styles.messages} aria-label="The last messages">
        {shown.map((noted) => (
          <LastMessage key={noted.id} noted={noted} {...row} />
        ))}
      </ul>
    </div>
  );
}

/** Of one that went to an alert: what its alert holds, to those who may see the alert. */
function LastMessage({
  noted,
  ...row
}: Omit<LastMessagesProps, 'integrationId'> & { noted: IntegrationEvent }) {
  const alert = useAlert(noted.alertId).data?.value;
  const sent = alert === undefined ? (noted.message ?? null) : sentTo(alert);
  return sent === null ? null : <MessageRow sent={sent} {...row} />;
}

function sentTo({ dedupKey, summary, severity, labels, route }: Alert): RoutedEvent {
  return {
    ...{ dedupKey, labels },
    summary: route?.sentSummary ?? summary,
    severity: route?.sentSeverity ?? severity,
  };
}

function MessageRow({
  sent,
  prepared,
  event,
  onEvent,
}: Omit<LastMessagesProps, 'integrationId'> & { readonly sent: RoutedEvent }) {
  const routed: RoutedMessage = routeBy(prepared, sent);
  return (
    <li>
      <button
        type="button"
        className={styles.message}
        aria-pressed={event?.dedupKey === sent.dedupKey}
        onClick={() => onEvent(sent)}
      >
        <span>{sent.summary}</span>
        <span className={styles.sentence}>{ruleTitle(routed)}</span>
      </button>
    </li>
  );
}
