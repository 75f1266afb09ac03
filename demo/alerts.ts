/** Ready-made messages of alert senders, as machines would send them. */
import type { HttpRequest } from '#ports/server/handlers.ts';
import type { DemoKeys } from './team/sender-keys.ts';

export interface SampleAlert {
  readonly title: string;
  readonly description: string;
  /** The message, with the key of its sender. */
  readonly request: (keys: DemoKeys) => HttpRequest;
}

/** `now`, in epoch milliseconds, is when they say it began. */
export function sampleAlerts(now: number): readonly SampleAlert[] {
  return [
    {
      title: 'Checkout is failing',
      description: 'Alertmanager says that two of three checkout servers answer with errors. Pages the shop.',
      request: (keys) => alertmanager(keys.checkout, orders(now, 'firing')),
    },
    {
      title: 'Checkout has recovered',
      description: 'The same group, resolved: its alert ends, and its page with it.',
      request: (keys) => alertmanager(keys.checkout, orders(now, 'resolved')),
    },
    {
      title: 'Card payments are declined',
      description: 'A PagerDuty event from the payment monitor. Pages the shop.',
      request: (keys) =>
        enqueue({
          routing_key: keys.payments,
          event_action: 'trigger',
          dedup_key: 'northpay/declines',
          client: 'Payment monitor',
          client_url: 'https://monitor.alder-and-finch.example/northpay',
          links: [{ href: 'https://runbooks.alder-and-finch.example/payments/declines', text: 'Runbook' }],
          payload: {
            summary: 'Northpay declines 27% of card payments',
            source: 'payment-monitor',
            severity: 'critical',
            timestamp: new Date(now).toISOString(),
            component: 'northpay',
            group: 'payments',
            class: 'decline rate',
            custom_details: { declined: '27%', usual: '2%', num_firing: '1' },
          },
        }),
    },
    {
      title: 'Search is running out of memory',
      description: 'A warning from Alertmanager for the platform team: paged, but nobody is woken.',
      request: (keys) => alertmanager(keys.search, memory(now)),
    },
    {
      title: 'Customers can’t sign in',
      description: 'A synthetic check fails from two places. Pages the platform team.',
      request: (keys) =>
        enqueue({
          routing_key: keys.identity,
          event_action: 'trigger',
          dedup_key: 'synthetic/sign-in',
          client: 'Synthetic checks',
          payload: {
            summary: 'Sign-in fails from Frankfurt and Dublin',
            source: 'synthetic-checks',
            severity: 'error',
            timestamp: new Date(now).toISOString(),
            component: 'identity',
            class: 'sign-in',
            custom_details: { failing: 'fra1, dub1', step: 'password accepted, no session' },
          },
        }),
    },
  ];
}

const never = '0001-01-01T00:00:00Z';

function orders(now: number, status: 'firing' | 'resolved'): object {
  const labels = { alertname: 'OrdersFailing', job: 'checkout', cluster: 'eu1', severity: 'critical' };
  return group(status, ['alertname', 'cluster'], labels, {
    alerts: ['checkout-1', 'checkout-2'].map((instance) => ({
      labels: { ...labels, instance: `${instance}:9102` },
      annotations: {
        summary: `One in five orders fails on ${instance}`,
        runbook_url: 'https://runbooks.alder-and-finch.example/checkout/orders-failing',
      },
      startsAt: new Date(now - 60_000).toISOString(),
      endsAt: status === 'firing' ? never : new Date(now).toISOString(),
    })),
  });
}

function memory(now: number): object {
  const labels = { alertname: 'MemoryLow', job: 'search', cluster: 'search-eu', severity: 'warning' };
  const annotations = { summary: 'Search has 6% of its memory left' };
  const startsAt = new Date(now - 180_000).toISOString();
  return group('firing', ['alertname', 'cluster'], labels, {
    alerts: [{ labels: { ...labels, instance: 'search-3:9200' }, annotations, startsAt, endsAt: never }],
  });
}

interface Member {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
}

function group(
  status: 'firing' | 'resolved',
  by: readonly string[],
  commonLabels: Readonly<Record<string, string>>,
  { alerts }: { readonly alerts: readonly Member[] },
): object {
  const groupLabels = Object.fromEntries(by.map((name) => [name, commonLabels[name] ?? '']));
  const named = by.map((name) => `${name}="${commonLabels[name] ?? ''}"`).join(', ');
  return {
    receiver: 'muster',
    status,
    alerts: alerts.map((alert, index) => ({
      ...alert,
      status,
      generatorURL: 'https://metrics.alder-and-finch.example/graph',
      fingerprint: `a1de7f1c${String(index).padStart(8, '0')}`,
    })),
    groupLabels,
    commonLabels,
    commonAnnotations: {},
    externalURL: 'https://alerts.alder-and-finch.example',
    version: '4',
    groupKey: `{}:{${named}}`,
    truncatedAlerts: 0,
  };
}

const post = (path: string, body: object): HttpRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const alertmanager = (key: string, body: object) => post(`/in/alertmanager/${key}`, body);
const enqueue = (body: object) => post('/v2/enqueue', body);
