/** An operation of Muster's server code that a crash test interrupts, and its preparation. */
import { alertmanager, hookOf, pagerduty, sender } from '../messages.ts';
import type { Sandbox } from './sandbox.ts';

export interface CrashOperation {
  readonly name: string;
  /** The name under which a fault interrupts it. */
  readonly operation: string;
  /** A death makes it happen a minute later, and not as of when it was due. */
  readonly late?: boolean;
  /** State that it needs. Returns the ids that `run` gets. */
  prepare(sandbox: Sandbox): Promise<readonly string[]>;
  run(sandbox: Sandbox, ids: readonly string[]): Promise<unknown>;
}

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

export async function alertIn(sandbox: Sandbox, service: string, key: string): Promise<string> {
  await sandbox.post(hook(service), firing(key));
  return sandbox.alertOf(`${service}-alertmanager`, key);
}
export async function incident(sandbox: Sandbox, by = 'rita', more: object = {}): Promise<string> {
  return (await sandbox.call(by, 'declareIncident', declaration(more))).incidentId;
}
export const everybody = (sandbox: Sandbox) => sandbox.enroll('olga', 'adam', 'rita', 'ravi', 'rosa');

/** Holds a person’s notifications back for two minutes and a fraction. */
export async function holdBack(sandbox: Sandbox, userId: string): Promise<void> {
  const now = sandbox.cloud.server.clock.now();
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
  const window = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: clock(now), to: clock(now + 3 * 60_000) };
  await sandbox.call(userId, 'saveNotificationRules', {
    userId,
    high: { atOnce: 'all', later: [] },
    low: { atOnce: 'all', later: [] },
    quietHours: { timezone: 'UTC', windows: [window], holds: 'all' },
  });
}

export function call(
  name: string,
  what: string,
  steps: Pick<CrashOperation, 'prepare' | 'run'>,
): CrashOperation {
  return { name: `${name} ${what}`, operation: `call:${name}`, ...steps };
}

export function http(what: string, steps: Pick<CrashOperation, 'prepare' | 'run'>): CrashOperation {
  return { name: `http: ${what}`, operation: 'http', ...steps };
}
