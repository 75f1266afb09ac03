/** A policy as its form has it: the targets of a step as keys. */
import * as v from 'valibot';
import { textSchema, wholeNumberSchema } from '#domain/base.ts';
import { constants, limits } from '#domain/constants.ts';
import {
  conditionHoursSchema,
  isUnconditional,
  type StepCondition,
  stepConditionSchema,
} from '#domain/policy/condition.ts';
import { weeklyWindowSchema } from '#domain/schedule/schema.ts';
import type { ChainedPolicy } from '#domain/policy/chain.ts';
import type { FrozenPolicy, Policy, Target } from '#domain/policy/schema.ts';
import { targetKey } from '#domain/policy/transitions.ts';

const { delayMinutes, repeat } = limits;

const stepSchema = v.object({
  targets: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'Add someone to page.'),
    v.maxLength(limits.targetsPerStep, `A step has at most ${limits.targetsPerStep} targets.`),
  ),
  delayMinutes: wholeNumberSchema(delayMinutes.min, delayMinutes.max),
  mode: v.picklist(['all', 'round-robin']),
  acknowledgedBy: v.picklist(['any', 'all']),
  /** Null: always. */
  condition: v.nullable(
    v.object({
      ...stepConditionSchema.entries,
      hours: v.nullable(
        v.object({
          ...conditionHoursSchema.entries,
          windows: v.pipe(
            v.array(v.object({ ...weeklyWindowSchema.entries, weekdays: v.array(v.number()) })),
            v.minLength(1, 'Add the hours, or choose “At any time”.'),
            v.check(
              (windows) => windows.every(({ weekdays }) => weekdays.length > 0),
              'Choose at least one day in each line.',
            ),
          ),
        }),
      ),
    }),
  ),
});
export type StepValues = v.InferInput<typeof stepSchema>;

export const policyFormSchema = v.object({
  name: textSchema(limits.name),
  steps: v.pipe(v.array(stepSchema), v.minLength(1, 'Add at least one step.')),
  repeat: wholeNumberSchema(repeat.min, repeat.max),
  /** Null: none. */
  thenPolicyId: v.nullable(v.string()),
});
export type PolicyValues = v.InferInput<typeof policyFormSchema>;

export const noCondition: StepCondition = { urgency: null, severities: [], hours: null };

export const newStep = (targets: readonly string[] = []): StepValues => ({
  targets: [...targets],
  delayMinutes: constants.defaultStepDelayMinutes,
  mode: 'all',
  acknowledgedBy: 'any',
  condition: null,
});

/** Null: a new one, which begins with `first`. */
export const policyValuesOf = (policy: Policy | null, first: readonly string[]): PolicyValues =>
  policy === null
    ? { name: '', steps: [newStep(first)], repeat: constants.defaultRepeat, thenPolicyId: null }
    : {
        name: policy.name,
        steps: policy.steps.map((step) => ({
          ...step,
          targets: step.targets.map(targetKey),
          condition: step.condition ?? null,
        })),
        repeat: policy.repeat,
        thenPolicyId: policy.thenPolicyId ?? null,
      };

/** A policy to start from: `first`, then everybody. */
export const samplePolicy = (first: string): PolicyValues => ({
  name: 'Standard',
  steps: [newStep([first]), ...(first === 'team' ? [] : [newStep(['team'])])],
  repeat: constants.defaultRepeat,
  thenPolicyId: null,
});

/** @throws TypeError for a key that `targetKey` never gives */
function targetOf(key: string): Target {
  if (key === 'team') return { kind: 'team' };
  const [kind, id = ''] = key.split(':');
  if (kind === 'person') return { kind, userId: id };
  if (kind === 'schedule') return { kind, scheduleId: id };
  throw new TypeError(`There is no target ${key}.`);
}

/** The fields of the command. */
export const policyInput = ({
  name,
  steps,
  repeat: times,
  thenPolicyId,
}: PolicyValues): Omit<ChainedPolicy, 'id'> => ({
  name,
  steps: steps.map(({ condition, ...step }) => ({
    ...step,
    targets: step.targets.map(targetOf),
    condition: condition === null || isUnconditional(condition) ? null : condition,
  })),
  repeat: times,
  thenPolicyId,
});

/** A step that is being written may have no delay yet. */
export const rehearsablePolicy = (policy: FrozenPolicy): FrozenPolicy => ({
  ...policy,
  steps: policy.steps.map((step) => ({ ...step, delayMinutes: step.delayMinutes ?? 1 })),
});
