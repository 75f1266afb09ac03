/** Errors for callers: denials by the security rules and failures of the cloud, with as much of the reason as callers may know. */
import type { RulesRefusal } from '#ports/control.ts';
import { PortError, toPortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { CloudOptions } from './cloud-options.ts';
import type { Platform } from './service.ts';

const mostDenials = 50;
/** Services by the names that the rules languages have for them. */
const servicesOfRules = { firestore: 'docs', storage: 'storage', database: 'realtime' } as const;

/** Text for callers that may not read the reason: the same for every rule and every stored value. */
const notAllowed = 'The security rules don’t allow this.';

export interface CallerErrors {
  /** Latest denials, newest first. */
  denials(): readonly RulesRefusal[];
  /** Notes an access that the rules deny, and reports it to `onRefusal`. Returns the error for the caller. */
  readonly denial: Platform['denial'];
  /** Reports a defect of the cloud to `onFailure`. Returns the error for the caller. */
  failure(operation: string, error: unknown): PortError;
}

export function callerErrors(
  clock: Clock,
  { onRefusal, onFailure, explainRefusals = true }: CloudOptions,
): CallerErrors {
  let denials: readonly RulesRefusal[] = [];
  return {
    denials: () => denials,
    denial(code, refusal, caller) {
      const service = servicesOfRules[refusal.service];
      const denial: RulesRefusal = { ...refusal, service, at: clock.now(), uid: caller?.uid ?? null };
      denials = [denial, ...denials].slice(0, mostDenials);
      onRefusal?.(denial);
      return new PortError(code, explainRefusals ? refusal.message : notAllowed);
    },
    failure(name, error) {
      onFailure?.({ kind: 'request', name, error });
      return new PortError(
        'internal',
        explainRefusals ? toPortError(error).message : 'The cloud has failed.',
      );
    },
  };
}
