/** Screen of one integration: its key, the setup of its sender, and its last messages. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Integration } from '#domain/integration/schema.ts';
import { canSign, previousKeyAt } from '#domain/integration/transitions.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { DefinitionList, PageHeader, Panel } from '#src/ui/panel.tsx';
import { Ago, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { HeartbeatPanel } from './heartbeat-panel.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { IntegrationView } from './integration-view.tsx';
import { IntegrationEvents } from './integration-events.tsx';
import styles from './integrations.module.css';
import { JsonMappingPanel } from './json-mapping-panel.tsx';
import { Revocation, Rotation } from './key-dialogs.tsx';
import { MadeKey } from './made-key.tsx';
import { MessageTester } from './message-tester.tsx';
import { SenderConfiguration } from './sender-configuration.tsx';
import { senderNames } from './senders.ts';
import { SigningSecret } from './signing-secret.tsx';

export function IntegrationScreen({ integrationId }: { readonly integrationId: string }) {
  return (
    <IntegrationView integrationId={integrationId}>
      {(integration) => <IntegrationPage key={integrationId} integration={integration} />}
    </IntegrationView>
  );
}

function IntegrationPage({ integration }: { readonly integration: Integration }) {
  const { id, name, kind, revokedAt } = integration;
  const [dialog, setDialog] = useState<'rotation' | 'revocation' | null>(null);
  const [editing, setEditing] = useState(false);
  /** The key of a rotation that was just made. */
  const [secret, setSecret] = useState<string | null>(null);
  const verdict = useMayRun()('rotateKey');
  const disabledReason = verdict.allowed
    ? revokedAt !== null && 'Its key was revoked. Add a new integration in its place.'
    : verdict.reason;
  return (
    <div>
      <PageHeader
        title={name}
        description={senderNames[kind]}
        actions={<TestMessage integrationId={id} disabledReason={disabledReason} />}
      />
      <div className={styles.page}>
        {secret === null ? null : (
          <Panel title="The new key" frame="box">
            <MadeKey integrationId={id} rotated kind={kind} secret={secret} onDone={() => setSecret(null)} />
          </Panel>
        )}
        {editing ? (
          <Panel title="Edit the integration" frame="box">
            <IntegrationForm
              integration={integration}
              onSaved={() => setEditing(false)}
              onCancel={() => setEditing(false)}
            />
          </Panel>
        ) : null}
        <Panel title="Key" frame="box">
          <Overview integration={integration} />
          <div className={styles.foot}>
            {editing ? null : (
              <Button disabledReason={disabledReason} onClick={() => setEditing(true)}>
                Rename or move to another service
              </Button>
            )}
            <Button disabledReason={disabledReason} onClick={() => setDialog('rotation')}>
              Rotate the key…
            </Button>
            <Button variant="danger" disabledReason={disabledReason} onClick={() => setDialog('revocation')}>
              Revoke the key…
            </Button>
          </div>
        </Panel>
        {kind === 'json' ? (
          <JsonMappingPanel
            key={`${id} ${integration.revision}`}
            integration={integration}
            disabledReason={disabledReason}
          />
        ) : null}
        {kind === 'heartbeat' || !verdict.allowed ? null : <RoutingPanel integration={integration} />}
        {kind === 'heartbeat' ? <HeartbeatPanel integrationId={id} disabledReason={disabledReason} /> : null}
        {canSign(kind) ? <SigningSecret integration={integration} disabledReason={disabledReason} /> : null}
        {verdict.allowed ? <IntegrationEvents integrationId={id} kind={kind} /> : null}
        {revokedAt === null && secret === null ? (
          <Panel title="Set up the sender" frame="box">
            <SenderConfiguration kind={kind} secret={null} onItsPage />
          </Panel>
        ) : null}
        {kind === 'json' || kind === 'heartbeat' ? null : <MessageTester kind={kind} />}
      </div>
      {dialog === 'rotation' ? (
        <Rotation integration={integration} onClose={() => setDialog(null)} onRotated={setSecret} />
      ) : null}
      {dialog === 'revocation' ? (
        <Revocation integration={integration} onClose={() => setDialog(null)} />
      ) : null}
    </div>
  );
}

function RoutingPanel({ integration: { id, routingRules = 0 } }: { readonly integration: Integration }) {
  return (
    <Panel title="Routing" frame="box">
      <p className={styles.muted}>
        {routingRules === 0
          ? 'All alerts of this key are of its service. With rules, one key serves a whole Alertmanager: they choose the service by labels.'
          : `${routingRules === 1 ? '1 rule chooses' : `${routingRules} rules choose`} the service of its alerts. Its own service is the default.`}
      </p>
      <div className={styles.foot}>
        <Link href={links.routing(id)} look="button">
          {routingRules === 0 ? 'Route by rules' : 'Routing rules'}
        </Link>
      </div>
    </Panel>
  );
}

function Overview({ integration }: { readonly integration: Integration }) {
  const { kind, serviceId, keyEnding, previousKey, lastEventAt, revokedAt } = integration;
  const clock = useClock();
  const service = useServices().data?.items.find(({ value }) => value.id === serviceId)?.value;
  const previous = previousKeyAt(integration, clock.now());
  return (
    <DefinitionList
      items={[
        {
          term: (integration.routingRules ?? 0) > 0 ? 'Default service' : 'Service',
          value: service ? (
            <Link href={links.service(service.id)}>{service.name}</Link>
          ) : (
            'A service that is gone: its alerts page nobody'
          ),
        },
        { term: 'Key', value: <code>…{keyEnding}</code> },
        ...(previous !== null && previousKey
          ? [
              {
                term: 'Key before',
                value: (
                  <>
                    <code>…{previous}</code>, until <Time at={previousKey.endsAt} form="moment" />
                  </>
                ),
              },
            ]
          : []),
        // The last beat of a heartbeat stands in its own panel.
        ...(kind === 'heartbeat'
          ? []
          : [
              {
                term: 'Last message',
                value: lastEventAt === null ? 'None yet' : <Ago at={lastEventAt} />,
              },
            ]),
        ...(revokedAt === null ? [] : [{ term: 'Revoked', value: <Time at={revokedAt} form="moment" /> }]),
      ]}
    />
  );
}

interface TestMessageProps {
  readonly integrationId: string;
  readonly disabledReason: string | false;
}

function TestMessage({ integrationId, disabledReason }: TestMessageProps) {
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const send = useCommand('sendTestMessage', {
    onSuccess: ({ alertId }) =>
      toasts.done('Test message received', 'It pages nobody.', {
        label: 'Open the alert',
        run: () => navigate(links.alert(alertId)),
      }),
    onError: (error) => toasts.error('The test message was not sent', explain(error)),
  });
  return (
    <Button
      disabledReason={disabledReason}
      busy={send.isPending && !send.isPaused && 'Sending…'}
      onClick={() => send.mutate({ integrationId })}
    >
      Send a test message
    </Button>
  );
}
