/** Configuration of the sender, to be copied. Without the key, which is shown once, it has a placeholder. */
import { settingsLimits } from '#domain/settings-limits.ts';
import type { SenderKind } from '#domain/integration/schema.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import styles from './integrations.module.css';
import { pastePanels } from './senders.ts';

interface SenderConfigurationProps {
  readonly kind: SenderKind;
  /** Null: known no more. */
  readonly secret: string | null;
  /** Whether it is on the integration's page, where a message can be pasted. */
  readonly onItsPage: boolean;
}

export function SenderConfiguration({ kind, secret, onItsPage }: SenderConfigurationProps) {
  const inBrowser = useControl() !== null;
  const panel = pastePanels[kind];
  const key = secret ?? 'YOUR_KEY';
  return (
    <div className={styles.snippets}>
      {inBrowser ? (
        <Banner kind="info">
          This demonstration runs in your browser: no sender outside can reach it.{' '}
          {panel === null
            ? 'Run'
            : `Paste a message under “${panel}” on ${onItsPage ? 'this' : 'the integration’s'} page, or run`}{' '}
          Muster as a process of its own with “npm start -- --shared”.
        </Banner>
      ) : null}
      {snippetsOf(kind, location.origin, key).map(({ title, text }) => (
        <figure key={title} className={styles.snippet} aria-label={title}>
          <figcaption>
            {title}
            <CopyButton text={text} label={`Copy: ${title}`} />
          </figcaption>
          <pre>{text}</pre>
        </figure>
      ))}
    </div>
  );
}

interface Snippet {
  readonly title: string;
  readonly text: string;
}

function snippetsOf(kind: SenderKind, origin: string, key: string): readonly Snippet[] {
  if (kind === 'alertmanager')
    return [
      {
        title: 'In alertmanager.yml',
        text: [
          'route:',
          '  receiver: muster',
          'receivers:',
          '  - name: muster',
          '    webhook_configs:',
          `      - url: ${origin}/in/alertmanager`,
          '        send_resolved: true',
          `        max_alerts: ${settingsLimits.groupAlerts}`,
          '        http_config:',
          '          authorization:',
          `            credentials: ${key}`,
        ].join('\n'),
      },
    ];
  if (kind === 'grafana')
    return [
      { title: 'URL of a contact point of type Webhook', text: `${origin}/in/grafana` },
      { title: 'Authorization header: credentials (scheme Bearer)', text: key },
      {
        title: 'Or provisioned as a file, in provisioning/alerting',
        text: [
          'apiVersion: 1',
          'contactPoints:',
          '  - name: muster',
          '    receivers:',
          '      - uid: muster',
          '        type: webhook',
          '        settings:',
          `          url: ${origin}/in/grafana`,
          '          httpMethod: POST',
          '          authorization_scheme: Bearer',
          `          authorization_credentials: ${key}`,
          `          maxAlerts: '${settingsLimits.groupAlerts}'`,
        ].join('\n'),
      },
    ];
  if (kind === 'json')
    return [
      { title: 'Address', text: `${origin}/in/json` },
      { title: 'Authorization header', text: `Bearer ${key}` },
      {
        title: 'Try it from a terminal',
        text: [
          `curl ${origin}/in/json -H 'Authorization: Bearer ${key}' -d '{`,
          '  "id": "first-test", "summary": "A first test", "severity": "info", "status": "failing"',
          "}'",
        ].join('\n'),
      },
    ];
  if (kind === 'heartbeat')
    return [
      { title: 'At the end of the job', text: `curl -fsS --retry 3 ${origin}/in/heartbeat/${key}` },
      {
        title: 'In a crontab',
        text: `0 * * * * /usr/local/bin/job && curl -fsS --retry 3 ${origin}/in/heartbeat/${key}`,
      },
    ];
  return [
    { title: 'Address', text: `${origin}/v2/enqueue` },
    { title: 'Integration key (routing key)', text: key },
    {
      title: 'Try it from a terminal',
      text: [
        `curl ${origin}/v2/enqueue -H 'Content-Type: application/json' -d '{`,
        `  "routing_key": "${key}",`,
        '  "event_action": "trigger",',
        '  "dedup_key": "first-test",',
        '  "payload": { "summary": "A first test", "source": "terminal", "severity": "info" }',
        "}'",
      ].join('\n'),
    },
  ];
}
