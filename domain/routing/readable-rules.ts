/** Routing rules as the server reads stored ones: each rule is checked where it is used. */
import * as v from 'valibot';
import { entityFields } from '../base.ts';

/** Rules of an integration, or a version of them. A rule that this version can't read is left out, and the others apply. */
export const readableRoutingSchema = v.object({ ...entityFields, rules: v.array(v.unknown()) });
