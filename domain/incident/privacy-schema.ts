/** Privacy of an incident: copies that alerts and pages carry, because rules and queries see one document. */
import * as v from 'valibot';
import { idSchema } from '../base.ts';

export const privacyFields = {
  /** Copy of the incident's `private`. */
  private: v.boolean(),
  /** The people of that incident; empty unless it is private. */
  people: v.array(idSchema),
};

export interface Privacy {
  private: boolean;
  people: string[];
}
