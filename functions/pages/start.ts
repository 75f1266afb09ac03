/** Starting a page: its policy is frozen, its round-robin turn drawn, and its first step run. Callers apply the change. */
import type { Alert, Unpaged } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { frozenPolicy, nextInChain } from '#domain/policy/chain.ts';
import { policySchema, type FrozenPolicy, type Policy } from '#domain/policy/schema.ts';
import { pagesFrom, policyFor } from '#domain/service/paging.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { system } from '#domain/base.ts';
import type { PageChanged } from '#domain/page/effects.ts';
import { startPage, type PageRequest } from '#domain/page/engine.ts';
import { directPolicy, substitutePolicy } from '#domain/page/frozen-policy.ts';
import { urgencyOfAlert } from '#domain/page/urgency.ts';
import { turnOf } from '#domain/page/turn.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandInput } from '#api/commands.ts';
import { fail } from '../kernel/command-failed.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { priorityOf } from './priority.ts';
import { recipientResolverFor } from './recipients.ts';

export type PageTarget = CommandInput<'page'>['whom'];

interface Plan {
  readonly policyId: string | null;
  readonly policy: FrozenPolicy;
}

/** Result without a page: nobody can be notified. */
interface NotStarted {
  readonly ok: false;
  readonly unpaged: Unpaged;
}

const notStarted = (kind: 'no-service' | 'no-policy' | 'policy-gone'): NotStarted => ({
  ok: false,
  unpaged: { kind },
});

/** Pages for the alert's service. */
export async function startAlertPage(work: CommandWork, alert: Alert): Promise<PageChanged | NotStarted> {
  const { teamId, serviceId } = alert;
  if (serviceId === null) return notStarted('no-service');
  const servicePath = documentPaths.service(teamId, serviceId);
  const owner = await work.getReadable(serviceSchema, servicePath);
  const urgency = urgencyOfAlert(alert);
  if (owner === null && !work.isUnreadable(servicePath)) return notStarted('no-service');
  const policyId = owner === null ? null : policyFor(owner, urgency);
  if (owner !== null && policyId === null) return notStarted('no-policy');
  const plan = policyId === null ? await substitute(work, teamId) : await planOf(work, teamId, policyId);
  if (plan === null) return notStarted('policy-gone');
  const subject = { kind: 'alert', alertId: alert.id } as const;
  return start(work, system, plan, {
    teamId,
    subject,
    incidentId: alert.incidentId,
    summary: alert.summary,
    serviceId,
    urgency,
    ...(owner && { startsAt: pagesFrom(owner, urgency, work.now) }),
    priority: await priorityOf(unitOfWorkOf(work), { teamId, incidentId: alert.incidentId, subject }),
  });
}

export async function startIncidentPage(
  work: CommandWork,
  incident: Guarded<Incident>,
  whom: PageTarget,
  summary: string,
  by: string,
): Promise<PageChanged> {
  const { teamId, id } = incident;
  const plan =
    whom.kind === 'people'
      ? { policyId: null, policy: directPolicy(whom.userIds, work.settings) }
      : await planOf(work, teamId, whom.policyId);
  if (plan === null) fail('not_found', {}, 'This policy does not exist. Choose another one.');
  const subject = { kind: 'incident', incidentId: id } as const;
  return start(work, by, plan, {
    ...{ teamId, subject, incidentId: id, summary, serviceId: null, urgency: 'high' },
    priority: { incident: incident.severity, alert: null },
  });
}

async function planOf(work: CommandWork, teamId: string, policyId: string): Promise<Plan | null> {
  const read = (id: string): Promise<Policy | null> =>
    work.getReadable(policySchema, documentPaths.policy(teamId, id));
  const first = await read(policyId);
  if (first === null)
    return work.isUnreadable(documentPaths.policy(teamId, policyId)) ? substitute(work, teamId) : null;
  const chain = [first];
  for (let next = nextInChain(chain); next !== null; next = nextInChain(chain)) {
    const policy = await read(next);
    if (policy === null) break;
    chain.push(policy);
  }
  return { policyId, policy: frozenPolicy(first, chain.slice(1)) };
}

/** Plan of a page whose service or policy can't be read: who it names is not known, and somebody must be. */
async function substitute(work: CommandWork, teamId: string): Promise<Plan> {
  const none = directPolicy([], work.settings);
  const people = await recipientResolverFor(work, teamId, none, work.now);
  return { policyId: null, policy: substitutePolicy(people, work.now, work.settings) };
}

type Particulars = Pick<
  PageRequest,
  'teamId' | 'subject' | 'incidentId' | 'summary' | 'serviceId' | 'urgency' | 'priority' | 'startsAt'
>;

async function start(work: CommandWork, by: string, plan: Plan, what: Particulars): Promise<PageChanged> {
  const { acknowledgeTimeoutMinutes } = work.settings;
  const people = await recipientResolverFor(work, what.teamId, plan.policy, work.now);
  const id = work.newId();
  const request = { ...what, ...plan, id, turn: turnOf(id), acknowledgeTimeoutMinutes };
  return startPage(request, { by, now: work.now, people });
}
