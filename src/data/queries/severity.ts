/** Explanations of the severities, for people who have to choose one. */
import type { Severity } from '#domain/incident/schema.ts';

/** Explanations, one sentence each. */
export const severityMeanings: Readonly<Record<Severity, string>> = {
  SEV1: 'Most customers can’t do what they came for, or data is at risk.',
  SEV2: 'Something important is broken for many people, with no way around it.',
  SEV3: 'Something is broken for some people, or slow for many. There is a way around it.',
  SEV4: 'A small fault that few people notice. It can wait for working hours.',
  SEV5: 'It only looks wrong. Nobody is held up by it.',
};
