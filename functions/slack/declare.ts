/** Declaring from Slack: never private. */
import { alertSchema } from '#domain/alert/schema.ts';
import { idOf } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { shortenUnits } from '#domain/text.ts';
import { slackLinkTo } from '#domain/webhook/chat/markup.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { CommandInput } from '#api/commands.ts';
import { limit, query } from '#ports/docs/query.ts';
import { fail } from '../kernel/command-failed.ts';
import { findReadable, getReadable } from '../kernel/readable.ts';
import { runSlackCommand } from './run-command.ts';
import type { SlackWorkOf } from './slack-request.ts';
import type { SlackSession } from './session.ts';
import type { SlackAnswer } from './slack-answer.ts';

/** Services or policies that are looked through. */
const mostNamed = 500;

type Declaration = Pick<
  CommandInput<'declareIncident'>,
  'title' | 'severity' | 'serviceIds' | 'alertId' | 'page'
>;

export async function declareFromText(
  session: SlackSession,
  { title, severity, services, policies }: SlackWorkOf<'declare'>,
): Promise<SlackAnswer> {
  const {
    server,
    acting: { teamId },
  } = session;
  const [allServices, allPolicies] = await Promise.all([
    services.length === 0
      ? []
      : findReadable(server, serviceSchema, query(collectionPaths.services(teamId), limit(mostNamed))),
    policies.length === 0
      ? []
      : findReadable(server, policySchema, query(collectionPaths.policies(teamId), limit(mostNamed))),
  ]);
  const serviceIds = services.map((name) => idNamed('service', allServices, name));
  const page = policies.map((name) => ({
    kind: 'policy' as const,
    policyId: idNamed('policy', allPolicies, name),
  }));
  return declared(session, { title, severity, serviceIds, alertId: null, page });
}

export async function declareFromAlert(session: SlackSession, id: string): Promise<SlackAnswer> {
  const {
    server,
    acting: { teamId },
  } = session;
  const alert = await getReadable(server, alertSchema, documentPaths.alert(teamId, idOf(id)));
  if (alert === null || alert.private) return fail('not_found', {});
  const { summary, severity, serviceId, incidentId } = alert;
  if (incidentId !== null) return { text: 'This alert belongs to an incident already.' };
  return declared(session, {
    title: shortenUnits(summary.replaceAll(/\s+/gu, ' '), limits.title),
    severity: suggestedSeverity(severity),
    serviceIds: serviceId === null ? [] : [serviceId],
    alertId: alert.id,
    page: [],
  });
}

async function declared(session: SlackSession, declaration: Declaration): Promise<SlackAnswer> {
  const { number, pageIds } = await runSlackCommand(session, 'declareIncident', {
    ...declaration,
    private: false,
  });
  const link = slackLinkTo(session.urlOf(`/incidents/${number}`), `#${number} ${declaration.title}`);
  const paged =
    pageIds.length === 0 ? 'Nobody was paged; open it to page people.' : 'People are being paged.';
  return { text: `You have declared ${link}, ${declaration.severity}. ${paged}` };
}

interface NamedEntity {
  readonly id: string;
  readonly name: string;
}

/** In any case. Ends the request for a name that is not there, or not the only one. */
function idNamed(kind: string, all: readonly NamedEntity[], wanted: string): string {
  const [only, ...more] = all.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (only && more.length === 0) return only.id;
  const names = all.slice(0, 10).map(({ name }) => name);
  const rule = only
    ? `Several have the name “${wanted}”. Declare it in Muster.`
    : `There is no ${kind} “${wanted}”. There are: ${names.join(', ')}${all.length > 10 ? ', …' : ''}.`;
  return fail('invalid', { field: kind, rule }, rule);
}
