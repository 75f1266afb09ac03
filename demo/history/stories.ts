/** Recent history of the demonstration team. */
import { day, minute } from '#domain/constants.ts';
import type { Signal } from '#domain/ingest/signal.ts';
import type { DemoSetup } from '../team/setup.ts';
import { Chronicle } from './chronicle.ts';

const hour = 60 * minute;

/** Number of the newest incident of this history. */
export const lastStoryNumber = 41;

export function stories(setup: DemoSetup, now: number): readonly Chronicle[] {
  return [
    cardsDeclined(setup, now - 26 * day - 5 * hour),
    staleSearch(setup, now - 17 * day - 2 * hour),
    slowResets(setup, now - 9 * day - 7 * hour),
    slowCheckout(setup, now - 20 * hour),
    importWarnings(setup, now - 5 * hour),
  ];
}

function signal(startsAt: number, about: Partial<Signal> & Pick<Signal, 'dedupKey' | 'summary'>): Signal {
  return { action: 'trigger', severity: 'critical', labels: {}, links: [], firing: 1, startsAt, ...about };
}

function cardsDeclined(setup: DemoSetup, at: number): Chronicle {
  const first = signal(at, {
    dedupKey: 'payments/card-decline-rate',
    summary: 'Card payments: 31% declined in the last 5 minutes',
    labels: { service: 'payments', provider: 'northpay', region: 'eu-central' },
    links: [{ href: 'https://runbooks.alder-and-finch.example/payments/declines', text: 'Runbook' }],
  });
  const told = new Chronicle(setup, 'cards', at, 'payments', first);
  const oncall = told.recipientAt(4);
  const second = oncall === 'diego' ? 'priya' : 'diego';
  told
    .acknowledge(4, oncall)
    .declare(6, oncall, { number: 38, title: 'Card payments declined for many customers', severity: 'SEV2' })
    .status(7, oncall, 'investigating')
    .comment(9, oncall, 'Only cards are affected, wallets go through. It began at once, not gradually.')
    .trigger(10, { ...first, firing: 3, summary: 'Card payments: 44% declined in the last 5 minutes' })
    .comment(12, second, 'All of the declines come from Northpay. The second provider is fine.')
    .change(13, oncall, { kind: 'offer-role', role: 'communications', userId: 'mei' })
    .change(14, 'mei', { kind: 'answer-offer', role: 'communications', accept: true })
    .comment(16, 'mei', 'Support knows. We say “some card payments fail, wallets work” until we hear more.')
    .task(18, oncall, 'Send all cards through the second provider', second, 27)
    .status(19, oncall, 'fixing', 'Routing around Northpay.')
    .comment(24, second, 'Routing is changed for 10% of traffic: no declines there. Going to 100%.')
    .comment(31, oncall, 'Declines are back to 2%, as on any day.')
    .status(32, oncall, 'monitoring')
    .resolveAlert(38)
    .comment(52, 'mei', 'Northpay confirms: an expired certificate on their side, replaced 10 minutes ago.')
    .status(
      61,
      oncall,
      'resolved',
      'Stable for 30 minutes on the second provider. Going back to Northpay tomorrow.',
    )
    .change(3 * 24 * 60, 'mei', { kind: 'publish-postmortem' })
    .status(3 * 24 * 60 + 5, oncall, 'closed', 'Postmortem is published.');
  return told;
}

function staleSearch(setup: DemoSetup, at: number): Chronicle {
  const told = new Chronicle(
    setup,
    'search',
    at,
    'search',
    signal(at, {
      dedupKey: 'search/index-age',
      summary: 'Search index is 47 minutes old',
      severity: 'error',
      labels: { alertname: 'IndexTooOld', cluster: 'search-eu' },
    }),
  );
  const oncall = told.recipientAt(2);
  told
    .acknowledge(2, oncall)
    .declare(9, oncall, { number: 39, title: 'Search shows books that are sold out', severity: 'SEV3' })
    .status(9.5, oncall, 'investigating')
    .comment(12, oncall, 'The indexer restarts every three minutes. Out of memory on one very large list.')
    .comment(15, 'jonas', 'That is the spring list, 40 times the usual size. Raising the limit is safe.')
    .status(17, oncall, 'fixing')
    .task(17.5, oncall, 'Read lists in pages of 1,000 titles', 'kwame', 96)
    .comment(26, oncall, 'Limit raised, the indexer is catching up: 20 minutes behind now.')
    .resolveAlert(39)
    .status(41, oncall, 'resolved', 'The index is current.')
    .status(30 * 60, 'jonas', 'closed');
  return told;
}

function slowResets(setup: DemoSetup, at: number): Chronicle {
  const told = new Chronicle(
    setup,
    'resets',
    at,
    'identity',
    signal(at, {
      dedupKey: 'identity/reset-mail-delay',
      summary: 'Password reset mails take 14 minutes to leave',
      severity: 'warning',
      labels: { check: 'reset-mail', source: 'synthetic' },
    }),
  );
  // No answer at first: the page escalates once.
  const oncall = told.recipientAt(7);
  told
    .acknowledge(7, oncall)
    .declare(11, oncall, { number: 40, title: 'Password reset mails arrive late', severity: 'SEV4' })
    .status(12, oncall, 'investigating')
    .comment(15, oncall, 'The mail queue is full of newsletters. Resets wait behind 90,000 of them.')
    .comment(19, 'tom', 'Four customers have asked so far.')
    .status(22, oncall, 'monitoring', 'Newsletters paused.')
    .resolveAlert(30)
    .status(35, oncall, 'resolved', 'Mails leave within seconds again.')
    .status(26 * 60, oncall, 'closed', 'Resets have a queue of their own now.');
  return told;
}

function slowCheckout(setup: DemoSetup, at: number): Chronicle {
  const told = new Chronicle(
    setup,
    'checkout',
    at,
    'checkout',
    signal(at, {
      dedupKey: 'checkout/latency',
      summary: 'Placing an order takes 4.2 s at the 95th percentile',
      severity: 'error',
      labels: { alertname: 'SlowOrders', job: 'checkout', cluster: 'eu1' },
    }),
  );
  const oncall = told.recipientAt(3);
  told
    .acknowledge(3, oncall)
    .declare(5, oncall, { number: 41, title: 'Checkout is slow', severity: 'SEV3' })
    .status(6, oncall, 'investigating')
    .comment(
      8,
      oncall,
      'The database waits on locks of the voucher table. A report is running on the primary.',
    )
    .comment(11, 'kwame', 'The report is mine, sorry. Stopped it.')
    .status(12, oncall, 'monitoring')
    .resolveAlert(17)
    .task(18, oncall, 'Let reports read from the replica only', 'kwame', 190)
    .status(25, oncall, 'resolved', 'Back to 0.6 s.');
  return told;
}

/** Alert without a page, still open: so the list of alerts is never empty. */
function importWarnings(setup: DemoSetup, at: number): Chronicle {
  const first = signal(at, {
    dedupKey: 'catalogue/import-warnings',
    summary: 'Nightly import finished with 14 warnings',
    severity: 'info',
    labels: { alertname: 'ImportWarnings', job: 'catalogue-import' },
  });
  return new Chronicle(setup, 'import', at, 'catalogue', first).trigger(60, {
    ...first,
    summary: 'Nightly import finished with 17 warnings',
  });
}
