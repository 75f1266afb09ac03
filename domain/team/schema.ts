/** A team, its members and its invites. */
import * as v from 'valibot';
import { constants, limits } from '../constants.ts';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  textSchema,
  timezoneSchema,
  wholeNumberSchema,
} from '../base.ts';
import { asciiDomain } from '../mail-address.ts';

/** Ordered from least to most; a role may do what the ones before it may. */
export const teamRoles = ['viewer', 'responder', 'admin', 'owner'] as const;
export const teamRoleSchema = v.picklist(teamRoles);
export type TeamRole = v.InferOutput<typeof teamRoleSchema>;

/** A whole domain in lower case: `mail.example.com` is another one than `example.com`. */
export const mailDomainSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform(asciiDomain),
  v.maxLength(253, 'Use at most 253 characters.'),
  v.regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u,
    'Use a domain such as example.com, without @.',
  ),
);

export const teamSchema = v.object({
  ...entityFields,
  name: textSchema(limits.name),
  slug: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u, 'Use a–z, 0–9 and dashes, at most 63 characters.'),
  ),
  timezone: timezoneSchema,
  /** Paged, all at once, when a policy runs out of steps. */
  fallbackPeople: v.pipe(v.array(idSchema), v.maxLength(limits.peoplePerLayer)),
  /** Mail domains of which a person needs a verified address to join; empty: anybody with an invite. */
  mailDomains: v.optional(v.pipe(v.array(mailDomainSchema), v.maxLength(limits.mailDomains)), []),
  /** Whether it is a demonstration team, which anyone may join. */
  demonstration: v.boolean(),
  /** The number of the newest incident; 0 before the first. */
  lastIncidentNumber: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /** Time and author of its deletion; null while it is not deleted. Can be restored for `constants.teamGraceDays`. */
  deletedAt: v.optional(v.nullable(epochMsSchema), null),
  deletedBy: v.optional(v.nullable(idSchema), null),
});
export type Team = v.InferInput<typeof teamSchema>;

/** Phone number in the form of E.164, such as +491701234567. Separators are removed. */
const phoneSchema = v.pipe(
  v.string(),
  v.transform((number) => number.replaceAll(/[\s()./-]/gu, '')),
  v.regex(/^\+[1-9]\d{6,14}$/u, 'Use the country’s code and digits: +49 170 1234567.'),
);

/** Profile of a person, the same in all their teams. */
export const profileFields = {
  displayName: textSchema(limits.name),
  timezone: timezoneSchema,
  /** Telephone number for teammates; null for none. */
  phone: v.nullable(phoneSchema),
  /** Id of the picture in the person's folder of the storage (`storagePaths.picture`); null for none. */
  picture: v.nullable(idSchema),
};

/** Hours of a reminder before a shift; 0: none. */
export const shiftReminderChoices = [0, 1, 12, 24] as const;
export const shiftReminderSchema = v.picklist(shiftReminderChoices, 'Choose one of the times.');

/** `id` is the user's id. */
export const memberSchema = v.object({
  ...entityFields,
  ...profileFields,
  phone: v.optional(profileFields.phone, null),
  picture: v.optional(profileFields.picture, null),
  shiftReminderHours: v.optional(shiftReminderSchema, constants.shiftReminderHours),
  /** Whether an admin or owner gets the weekly notice about gaps in the team's readiness. */
  weeklyReadiness: v.optional(v.boolean(), true),
  role: teamRoleSchema,
  /** A copy of the team's `deletedAt`: security rules of files can't look at the team as well. */
  teamDeletedAt: v.optional(v.nullable(epochMsSchema), null),
  /** A copy of the profile's: security rules look at the member alone. */
  sessionsEndedAt: v.optional(v.nullable(epochMsSchema), null),
});
export type Member = v.InferInput<typeof memberSchema>;
