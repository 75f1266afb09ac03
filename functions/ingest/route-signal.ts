/** Routing of a message by the rules of its integration, in the transaction that accepts the message. Broken rules never reject a message. */
import type { AlertRoute } from '#domain/alert/schema.ts';
import { isId } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import type { Signal } from '#domain/ingest/signal.ts';
import type { FilteredMessage, Integration } from '#domain/integration/schema.ts';
import type { BrokenRule } from '#domain/routing/prepare.ts';
import { routeBy, type ChosenService, type RoutedMessage } from '#domain/routing/route.ts';
import { readableRoutingSchema } from '#domain/routing/readable-rules.ts';
import { hasServiceName, serviceNameId, serviceNameSchema } from '#domain/routing/service-names.ts';
import { serviceSchema, type Service } from '#domain/service/schema.ts';
import { shorten } from '#domain/text.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { KnownGroup } from '../alerts/receive.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { preparedRules } from './prepared-rules.ts';
import type { SignalRoute } from './signal-route.ts';

/** While an alert is open, its messages go to it: no rule drops them or moves them to another service. */
export async function routeSignal(
  work: UnitOfWork,
  integration: Integration,
  signal: Signal,
  { group, alert }: KnownGroup,
): Promise<SignalRoute> {
  const { serviceId } = integration;
  const plain: SignalRoute = { kind: 'alert', signal, serviceId, shared: null, note: '' };
  const open = alert !== null && alert.status !== 'resolved' ? alert : null;
  const known = open === null ? plain : { ...plain, shared: group?.shared ?? null };
  if (signal.action !== 'trigger') return known;
  const path = documentPaths.routing(integration.teamId, integration.id);
  const stored = await work.getReadable(readableRoutingSchema, path);
  if (stored === null) return { ...known, note: 'Its rules can’t be read: the default was used.' };
  const routed = routeBy(await preparedRules(stored.rules), signal);
  const { outcome, rule } = routed;
  const broken = routed.broken.map(brokenSentence);
  if (outcome.kind === 'drop')
    return open !== null
      ? { ...known, note: broken.join(' ') }
      : {
          kind: 'filtered',
          note: [`By the rule “${rule?.name ?? ''}”.`, ...broken].join(' '),
          message: beginningOf(signal),
        };
  const chosen = await serviceFor(work, integration, outcome.service);
  const { severity, urgency, summary, labels, group: shared } = outcome;
  return {
    kind: 'alert',
    signal: {
      ...signal,
      ...{ severity, urgency, summary, labels: { ...labels } },
      route: open?.route ?? routeOf(routed, signal, chosen.unknown),
    },
    serviceId: chosen.serviceId,
    shared: open === null ? shared : (group?.shared ?? null),
    note: [open === null ? chosen.sentence : '', ...broken].filter((text) => text !== '').join(' '),
  };
}

const routeOf = ({ rule }: RoutedMessage, sent: Signal, unknownService: string | null): AlertRoute => ({
  ruleId: rule?.id ?? null,
  ruleName: rule?.name ?? '',
  unknownService,
  sentSeverity: sent.severity,
  sentSummary: sent.summary,
});

interface FoundService {
  readonly serviceId: string;
  /** Name that no service has; null: found. */
  readonly unknown: string | null;
  /** '' for a service that was found. */
  readonly sentence: string;
}

async function serviceFor(
  work: UnitOfWork,
  { teamId, serviceId }: Integration,
  chosen: ChosenService,
): Promise<FoundService> {
  const byDefault = (unknown: string | null, sentence: string) => ({ serviceId, unknown, sentence });
  if (chosen.kind === 'default') return byDefault(null, '');
  if (chosen.kind === 'id')
    return (await isThere(work, teamId, chosen.serviceId))
      ? { serviceId: chosen.serviceId, unknown: null, sentence: '' }
      : byDefault(chosen.serviceId, 'The service of its rule is gone: the default was used.');
  const { label, name } = chosen;
  if (name === '')
    return byDefault('', `It has no label “${label}”, which names the service: the default was used.`);
  const found = await serviceNamed(work, teamId, name);
  if (found !== null) return { serviceId: found.id, unknown: null, sentence: '' };
  const shown = shorten(name, limits.name);
  return byDefault(shown, `No service is named “${shown}” (label “${label}”): the default was used.`);
}

/** A service that can't be read is there. */
async function isThere(work: UnitOfWork, teamId: string, serviceId: string): Promise<boolean> {
  const path = documentPaths.service(teamId, serviceId);
  return (await work.getReadable(serviceSchema, path)) !== null || work.isUnreadable(path);
}

async function serviceNamed(work: UnitOfWork, teamId: string, name: string): Promise<Service | null> {
  const path = serverPaths.serviceName(teamId, serviceNameId(name));
  const noted = await work.getReadable(serviceNameSchema, path);
  for (const id of [noted?.serviceId, name]) {
    if (id === undefined || !isId(id)) continue;
    const service = await work.getReadable(serviceSchema, documentPaths.service(teamId, id));
    if (service !== null && hasServiceName(service, name)) return service;
  }
  return null;
}

const brokenSentence = ({ number, name, problem }: BrokenRule): string =>
  `Rule ${number} “${name}” is broken and was left out: ${problem}`;

/** Labels of a message that no alert was made of, and characters of each, at most. */
const most = { labels: 30, characters: 200 } as const;

function beginningOf({ dedupKey, summary, severity, labels }: Signal): FilteredMessage {
  const shown = Object.entries(labels)
    .slice(0, most.labels)
    .map(([name, value]) => [name, shorten(value, most.characters)] as const);
  return {
    ...{ dedupKey, severity, summary: shorten(summary, most.characters) },
    labels: Object.fromEntries(shown),
  };
}
