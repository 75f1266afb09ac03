/** The team's settings as its form has them. */
import * as v from 'valibot';
import { textSchema, timezoneSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { mailDomainSchema, type Team } from '#domain/team/schema.ts';

const linesOf = (text: string): readonly string[] => text.split(/[\s,;]+/u).filter((line) => line !== '');

export const teamFormSchema = v.object({
  name: textSchema(limits.name),
  timezone: timezoneSchema,
  fallbackPeople: v.pipe(
    v.array(v.string()),
    v.maxLength(limits.peoplePerLayer, `Choose at most ${limits.peoplePerLayer} people.`),
  ),
  /** One a line. */
  mailDomains: v.pipe(
    v.string(),
    v.check(
      (text) => linesOf(text).every((line) => v.is(mailDomainSchema, line)),
      'Write one domain a line, such as example.com, without @.',
    ),
    v.check(
      (text) => linesOf(text).length <= limits.mailDomains,
      `Use at most ${limits.mailDomains} mail domains.`,
    ),
  ),
});
export type TeamValues = v.InferInput<typeof teamFormSchema>;

export const teamValuesOf = ({ name, timezone, fallbackPeople, mailDomains = [] }: Team): TeamValues => ({
  name,
  timezone,
  fallbackPeople: [...fallbackPeople],
  mailDomains: mailDomains.join('\n'),
});

/** The fields of a command. */
export const teamInputOf = ({ mailDomains, ...values }: TeamValues) => ({
  ...values,
  mailDomains: [...new Set(linesOf(mailDomains).map((line) => line.toLowerCase()))],
});

export const sameValues = (one: TeamValues, other: TeamValues): boolean =>
  JSON.stringify(teamInputOf(one)) === JSON.stringify(teamInputOf(other));

/** What a form was started from, and what is in it now. */
const draftSchema = v.object({ revision: v.number(), from: formShape(), values: formShape() });
export type TeamDraft = v.InferOutput<typeof draftSchema>;

function formShape() {
  const text = v.string();
  return v.object({ name: text, timezone: text, fallbackPeople: v.array(text), mailDomains: text });
}

/** Null for none, and for one that an older version wrote. */
export function readTeamDraft(draft: string): TeamDraft | null {
  try {
    const read = v.safeParse(draftSchema, JSON.parse(draft));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
