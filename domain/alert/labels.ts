/** Texts about an alert. */
import { minute } from '../constants.ts';
import type { AlertRoute, Flapping } from './schema.ts';

/** “14 times in 10 min”. `openedAt`: of the alert that says so. */
export function flappingText({ times, sinceAt }: Flapping, openedAt: number): string {
  const minutes = Math.max(1, Math.ceil((openedAt - sinceAt) / minute));
  return `${times} times in ${minutes} min`;
}

/** By which rule of its integration it went, and why by the default. */
export function routeText({ ruleId, ruleName, unknownService }: AlertRoute): string {
  const by = ruleId === null ? 'By the default: no rule matched' : `By the rule “${ruleName}”`;
  if (unknownService === null) return by;
  return unknownService === ''
    ? `${by}, which names no service here: by the default`
    : `${by}. No service is named “${unknownService}”: by the default`;
}
