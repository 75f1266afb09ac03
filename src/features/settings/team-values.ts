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
  /** Mail domains, one a line. */
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

/** Sentences on what is different now. */
export function differencesOf(
  before: TeamValues,
  now: TeamValues,
  nameOf: (userId: string) => string,
): readonly string[] {
  const list = (words: readonly string[]) => words.join(', ') || 'none';
  const [was, is] = [teamInputOf(before), teamInputOf(now)];
  return [
    was.name === is.name ? null : `Name is now “${is.name}”.`,
    was.timezone === is.timezone ? null : `Time zone is now ${is.timezone}.`,
    String(was.fallbackPeople) === String(is.fallbackPeople)
      ? null
      : `Fallback people are now: ${list(is.fallbackPeople.map(nameOf))}.`,
    String(was.mailDomains) === String(is.mailDomains)
      ? null
      : `Mail domains are now: ${list(is.mailDomains)}.`,
  ].filter((line) => line !== null);
}
