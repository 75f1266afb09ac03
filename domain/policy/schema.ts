/** Escalation policy: recipients in steps, until someone acknowledges. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { entityFields, idSchema, textSchema, wholeNumberSchema } from '../base.ts';
import { stepConditionSchema } from './condition.ts';

export const targetSchema = v.variant('kind', [
  v.object({ kind: v.literal('person'), userId: idSchema }),
  v.object({ kind: v.literal('schedule'), scheduleId: idSchema }),
  v.object({ kind: v.literal('team') }),
]);
export type Target = v.InferInput<typeof targetSchema>;

const policyStep = v.object({
  targets: v.pipe(
    v.array(targetSchema),
    v.minLength(1, 'Add someone to page.'),
    v.maxLength(limits.targetsPerStep, `A step has at most ${limits.targetsPerStep} targets.`),
  ),
  /** Wait for an answer before the page escalates to the next step. */
  delayMinutes: wholeNumberSchema(limits.delayMinutes.min, limits.delayMinutes.max),
  /** `all` notifies everyone found; `round-robin` one of them, chosen by the page’s id: equal shares over many pages, and the next one each time that it repeats. */
  mode: v.picklist(['all', 'round-robin']),
  /** Answers that acknowledge the step: of any one person notified in it, or of all. */
  acknowledgedBy: v.picklist(['any', 'all']),
  /** Condition: when it does not hold as the step would start, the next one begins at once. Null: always. */
  condition: v.optional(v.nullable(stepConditionSchema), null),
});
export type PolicyStep = v.InferInput<typeof policyStep>;

/** Fields that an admin writes, and a page freezes when it starts. */
export const policyFields = {
  name: textSchema(limits.name),
  steps: v.pipe(
    v.array(policyStep),
    v.minLength(1, 'Add at least one step.'),
    v.maxLength(limits.steps, `A policy has at most ${limits.steps} steps.`),
  ),
  /** Further runs of the steps after the first. */
  repeat: wholeNumberSchema(limits.repeat.min, limits.repeat.max),
};

/** The policy that a page goes on with once the steps and repeats are over; null: with the fallback people. */
export const thenPolicyIdSchema = v.optional(v.nullable(idSchema), null);

const handedOverPolicySchema = v.object({ policyId: idSchema, ...policyFields });
export type HandedOverPolicy = v.InferInput<typeof handedOverPolicySchema>;

export const frozenPolicySchema = v.object({
  ...policyFields,
  /** The policies that the page is handed over to, one after the other (`chain.ts`). */
  thenPolicies: v.optional(v.pipe(v.array(handedOverPolicySchema), v.maxLength(limits.policyChain - 1)), []),
});
export type FrozenPolicy = v.InferInput<typeof frozenPolicySchema>;

export const policySchema = v.object({ ...entityFields, ...policyFields, thenPolicyId: thenPolicyIdSchema });
export type Policy = v.InferInput<typeof policySchema>;
