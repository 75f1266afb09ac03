/** Integrations: creation, change, rotation and revocation of their key, signing. */
import { constants, hour } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { defaultJsonMapping, type JsonMapping } from '../ingest/json-mapping.ts';
import {
  changedTo,
  type Changed,
  transitioned,
  type Transition,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import type { Integration, SenderKind } from './schema.ts';

export const newIntegration = (
  content: Pick<Integration, 'id' | 'teamId' | 'name' | 'serviceId' | 'kind' | 'keyEnding'>,
  context: TransitionContext,
): Changed<Integration, never> =>
  changedTo(
    {
      ...content,
      createdAt: context.now,
      createdBy: context.by,
      revision: 1,
      keyGeneration: 0,
      previousKey: null,
      signatureSetAt: null,
      mapping: content.kind === 'json' ? defaultJsonMapping : null,
      lastEventAt: null,
      revokedAt: null,
      teamDeletedAt: null,
    },
    context,
  );

export const changeIntegration = (
  before: Integration,
  content: Pick<Integration, 'name' | 'serviceId'>,
  context: TransitionContext,
): Transition<Integration, never> => refuseRevoked(before) ?? transitioned(before, content, context);

/** `keepPrevious`: the key before works for another day, so that the sender can be changed without losing a message. */
export const rotateKey = (
  before: Integration,
  { keyEnding, keepPrevious }: { readonly keyEnding: string; readonly keepPrevious: boolean },
  context: TransitionContext,
): Transition<Integration, never> =>
  refuseRevoked(before) ??
  transitioned(
    before,
    {
      keyEnding,
      keyGeneration: (before.keyGeneration ?? 0) + 1,
      previousKey: keepPrevious
        ? { ending: before.keyEnding, endsAt: context.now + constants.previousKeyHours * hour }
        : null,
    },
    context,
  );

/** Senders of these kinds can sign what they send. */
export const canSign = (kind: SenderKind): boolean => kind === 'grafana';

/** Sets that only messages signed with its secret are accepted, or with `isSigned` false any again. */
export function setSigning(
  before: Integration,
  isSigned: boolean,
  context: TransitionContext,
): Transition<Integration, never> {
  const refused = refuseRevoked(before);
  if (refused) return refused;
  if (!isSigned && (before.signatureSetAt ?? null) === null) return unchanged(before);
  if (!canSign(before.kind)) {
    const rule = 'This sender does not sign its messages: it has no secret here.';
    return failure('invalid', { field: 'secret', rule }, rule);
  }
  return transitioned(before, { signatureSetAt: isSigned ? context.now : null }, context);
}

/** Sets the mapping of later messages. */
export function changeMapping(
  before: Integration,
  mapping: JsonMapping,
  context: TransitionContext,
): Transition<Integration, never> {
  const refused = refuseRevoked(before);
  if (refused) return refused;
  if (before.kind === 'json') return transitioned(before, { mapping }, context);
  const rule = 'Only an integration for plain JSON has a mapping.';
  return failure('invalid', { field: 'mapping', rule }, rule);
}

/** Sets the default's service and the number of routing rules. */
export function changeRouting(
  before: Integration,
  content: Pick<Integration, 'serviceId' | 'routingRules'>,
  context: TransitionContext,
): Transition<Integration, never> {
  const refused = refuseRevoked(before);
  if (refused) return refused;
  if (before.kind !== 'heartbeat') return transitioned(before, content, context);
  const rule = 'A heartbeat has one alert, of one service: there is nothing to route.';
  return failure('invalid', { field: 'rules', rule }, rule);
}

/** Permanent revocation. A repeated one changes nothing. */
export const revokeIntegration = (
  before: Integration,
  context: TransitionContext,
): Changed<Integration, never> =>
  before.revokedAt === null
    ? transitioned(before, { revokedAt: context.now, previousKey: null }, context)
    : unchanged(before);

const refuseRevoked = ({ revokedAt }: Integration): Failure | null =>
  revokedAt === null
    ? null
    : failure(
        'illegal_transition',
        { from: 'revoked', to: 'in use' },
        'The key of this integration was revoked. Make a new integration in its place.',
      );

/** The key before the last rotation, while it works. */
export const previousKeyAt = ({ previousKey }: Integration, now: number): string | null =>
  previousKey != null && now < previousKey.endsAt ? previousKey.ending : null;

/** Whether a key of that generation is accepted. */
export function isKeyGood(integration: Integration, generation: number, now: number): boolean {
  if (integration.revokedAt !== null) return false;
  const present = integration.keyGeneration ?? 0;
  return generation === present || (generation === present - 1 && previousKeyAt(integration, now) !== null);
}
