/** Routing rules as commands and messages read them, unchecked: their own schema is loaded where rules are used, not with every screen. */
import * as v from 'valibot';
import { entityFields } from '../base.ts';
import { limits } from '../constants.ts';

export const sentRulesSchema = v.pipe(
  v.array(v.looseObject({})),
  v.maxLength(limits.routingRules, `Use at most ${limits.routingRules} rules.`),
);

/** Rules of an integration, or a version of them. A rule that this version can't read is left out, and the others apply. */
export const readableRoutingSchema = v.object({ ...entityFields, rules: v.array(v.unknown()) });
