/** Something that Muster's server code does, with whatever has to have happened before; and how to get there. */
import { alertmanager, hookOf, pagerduty, sender } from '../messages.ts';
import type { Town } from './town.ts';

export interface Deed {
  readonly name: string;
  /** What dies: as faults name it. */
  readonly operation: string;
  /** A death makes it happen a minute later, and not as of when it was due. */
  readonly late?: boolean;
  /** Everything before; what it returns is what `run` needs. */
  prepare(town: Town): Promise<readonly string[]>;
  run(town: Town, ids: readonly string[]): Promise<unknown>;
}

/** Time enough for every page to have been escalated, and for the sweep to have found whatever was lost. */
export const afterwardsMs = 40 * 60_000;

const declaration = (more: object = {}) => ({
  title: 'Checkout fails',
  severity: 'SEV3' as const,
  serviceIds: ['shop'],
  private: false,
  alertId: null,
  page: [],
  ...more,
});

export const hook = (service: string) => hookOf(sender(`${service}-alertmanager`));
export const firing = (key: string, status: 'firing' | 'resolved' = 'firing') => alertmanager(key, status);
export const event = (action: 'trigger' | 'acknowledge' | 'resolve', key: string) =>
  pagerduty(sender('mail-pagerduty'), key, action);

export async function alertIn(town: Town, service: string, key: string): Promise<string> {
  await town.post(hook(service), firing(key));
  return town.alertOf(`${service}-alertmanager`, key);
}
export async function incident(town: Town, by = 'rita', more: object = {}): Promise<string> {
  return (await town.call(by, 'declareIncident', declaration(more))).incidentId;
}
export const everybody = (town: Town) => town.enroll('olga', 'adam', 'rita', 'ravi', 'rosa');

export function call(name: string, what: string, deed: Pick<Deed, 'prepare' | 'run'>): Deed {
  return { name: `${name} ${what}`, operation: `call:${name}`, ...deed };
}

export function http(what: string, deed: Pick<Deed, 'prepare' | 'run'>): Deed {
  return { name: `http: ${what}`, operation: 'http', ...deed };
}
