/** Rehearsal of an alert at another time: its service, its policy and the engine, none of it stored. */
import type { Alert } from '../alert/schema.ts';
import type { Maintenance } from '../maintenance/schema.ts';
import { holdingWindow } from '../maintenance/window.ts';

import { type Roster, recipientResolver } from '../page/recipient-resolver.ts';
import { urgencyOfAlert } from '../page/urgency.ts';
import type { PagingReason } from '../page/why.ts';
import { pagesFrom, policyFor } from '../service/paging.ts';
import type { Service } from '../service/schema.ts';
import { frozenPolicy, policiesAfter } from './chain.ts';
import type { PagePriority } from './condition.ts';
import { type RehearsedPage, rehearse } from './rehearsal.ts';
import type { Policy } from './schema.ts';

export type RehearsedAlert =
  | { readonly kind: 'nobody'; readonly reason: PagingReason }
  | {
      readonly kind: 'page';
      readonly policy: Policy;
      /** Later than the alert where low urgency waits for the support hours. */
      readonly startsAt: number;
      readonly page: RehearsedPage;
    };

export interface AlertSetup {
  readonly services: readonly Service[];
  readonly policies: readonly Policy[];
  readonly windows: readonly Maintenance[];
  readonly roster: Roster;
  /** Priority of the alert's incident; null: it has none. */
  readonly incident: PagePriority['incident'];
}

/** Rehearsal as if the alert opened at `at` and joined no page of its service. */
export function rehearseAlert(
  alert: Pick<Alert, 'serviceId' | 'severity' | 'urgency' | 'labels' | 'incidentId'>,
  { services, policies, windows, roster, incident }: AlertSetup,
  at: number,
): RehearsedAlert {
  const held = holdingWindow(windows, alert, at);
  if (held !== null) return nobody({ kind: 'maintenance', maintenanceId: held.window.id, active: true });
  const service = services.find(({ id }) => id === alert.serviceId);
  if (service === undefined) return nobody({ kind: 'no-service' });
  const urgency = urgencyOfAlert(alert);
  const policyId = policyFor(service, urgency);
  if (policyId === null) return nobody({ kind: 'no-policy' });
  const policy = policies.find(({ id }) => id === policyId);
  if (policy === undefined) return nobody({ kind: 'policy-gone' });
  const startsAt = pagesFrom(service, urgency, at);
  const about = { urgency, priority: { incident, alert: alert.severity } };
  const frozen = frozenPolicy(policy, policiesAfter(policy, policies));
  const page = rehearse(frozen, recipientResolver(roster), startsAt, about);
  return { kind: 'page', policy, startsAt, page };
}

const nobody = (reason: PagingReason): RehearsedAlert => ({ kind: 'nobody', reason });
