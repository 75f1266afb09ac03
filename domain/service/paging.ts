/** Policy and times of a service's pages, by urgency. */
import type { Page } from '../page/schema.ts';
import type { Service } from './schema.ts';
import { supportAt } from './support-hours.ts';

/** Null: nobody is paged. */
export const policyFor = (
  { policyId, lowPolicyId = null }: Pick<Service, 'policyId' | 'lowPolicyId'>,
  urgency: Page['urgency'],
): Service['policyId'] => (urgency === 'low' ? (lowPolicyId ?? policyId) : policyId);

/** Low urgency waits for the support hours. */
export function pagesFrom(
  { supportHours = null }: Pick<Service, 'supportHours'>,
  urgency: Page['urgency'],
  now: number,
): number {
  if (urgency === 'high') return now;
  const { supported, changesAt } = supportAt(supportHours, now);
  return supported || changesAt === null ? now : changesAt;
}

export const isPagedBy = (
  { policyId, lowPolicyId = null }: Pick<Service, 'policyId' | 'lowPolicyId'>,
  id: string,
): boolean => policyId === id || lowPolicyId === id;
