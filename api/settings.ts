/**
 * Settings of a team in remote configuration: key names, defaults as the strings that remote
 * configuration holds, and a parser. A value that is absent or nonsense falls back to its default and is reported, so
 * that a slip of the pen in a console can never stop paging.
 */
import * as v from 'valibot';
import { constants, limits } from '#domain/constants.ts';
import { idSchema } from '#domain/base.ts';
import type { Severity } from '#domain/incident/schema.ts';

export const settingsDefaults = {
  severity_names: JSON.stringify({
    SEV1: 'Critical',
    SEV2: 'Major',
    SEV3: 'Moderate',
    SEV4: 'Minor',
    SEV5: 'Cosmetic',
  }),
  acknowledge_timeout_minutes: String(constants.acknowledgeTimeoutMinutes),
  default_step_delay_minutes: String(constants.defaultStepDelayMinutes),
  default_repeat: String(constants.defaultRepeat),
  announcement: '',
  phone_sign_in: 'false',
  custom_token_sign_in: 'false',
  drills: 'true',
  demonstration_team: '',
  sign_in_providers: '[]',
} as const;

export type SettingsKey = keyof typeof settingsDefaults;

export interface Settings {
  readonly severityNames: Readonly<Record<Severity, string>>;
  /** 0: an acknowledged page never notifies again by itself. */
  readonly acknowledgeTimeoutMinutes: number;
  readonly defaultStepDelayMinutes: number;
  readonly defaultRepeat: number;
  /** Shown above every screen; null if there is none. */
  readonly announcement: string | null;
  readonly phoneSignIn: boolean;
  readonly customTokenSignIn: boolean;
  readonly drills: boolean;
  /** The team that anyone may join to look around; null where there is none. */
  readonly demonstrationTeam: string | null;
  /** OpenID Connect providers that the backend knows, in the order of their buttons. */
  readonly signInProviders: readonly SignInProvider[];
}

export interface SignInProvider {
  readonly id: `oidc.${string}`;
  /** Name for people: “Continue with NAME”. */
  readonly name: string;
}

export interface SettingsReading {
  readonly settings: Settings;
  /** Keys whose value made no sense, with what is wrong; their defaults apply. */
  readonly problems: readonly { readonly key: SettingsKey; readonly problem: string }[];
}

const number = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d+$/u, 'Use a whole number.'),
    v.transform(Number),
    v.minValue(min, `Use ${min} or more.`),
    v.maxValue(max, `Use ${max} or less.`),
  );

const onOff = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(?:1|true|t|yes|y|on|0|false|f|no|n|off|)$/u, 'Use true or false.'),
  v.transform((word) => /^(?:1|true|t|yes|y|on)$/u.test(word)),
);

const shortName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limits.name));

const severityNames = v.pipe(
  v.string(),
  v.parseJson(undefined, 'Use a JSON object with SEV1 to SEV5.'),
  v.object({
    SEV1: shortName,
    SEV2: shortName,
    SEV3: shortName,
    SEV4: shortName,
    SEV5: shortName,
  }),
);

const announcement = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, 'Use at most 500 characters.'),
  v.transform((sentence) => (sentence === '' ? null : sentence)),
);

const optionalId = v.union([
  v.pipe(
    v.literal(''),
    v.transform(() => null),
  ),
  v.pipe(v.string(), v.trim(), idSchema),
]);

const signInProviders = v.pipe(
  v.string(),
  v.parseJson(undefined, 'Use a JSON list of id and name.'),
  v.array(
    v.object({
      id: v.pipe(
        v.string(),
        v.regex(/^oidc\.[a-z\d][a-z\d.-]{0,62}$/u, 'Use an id such as oidc.example.'),
        v.transform((id) => id as SignInProvider['id']),
      ),
      name: shortName,
    }),
  ),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Name each provider once.'),
);

/** Reads every setting. `get` answers the configured string, and may answer an empty one for what is not configured. */
export function readSettings(get: (key: SettingsKey) => string): SettingsReading {
  const problems: { key: SettingsKey; problem: string }[] = [];

  function read<T>(key: SettingsKey, schema: v.GenericSchema<string, T>): T {
    const configured = get(key);
    if (configured.trim() !== '') {
      const result = v.safeParse(schema, configured);
      if (result.success) return result.output;
      problems.push({ key, problem: result.issues[0].message });
    }
    return v.parse(schema, settingsDefaults[key]);
  }

  const { min, max } = limits.delayMinutes;
  const settings: Settings = {
    severityNames: read('severity_names', severityNames),
    acknowledgeTimeoutMinutes: read('acknowledge_timeout_minutes', number(0, max)),
    defaultStepDelayMinutes: read('default_step_delay_minutes', number(min, max)),
    defaultRepeat: read('default_repeat', number(limits.repeat.min, limits.repeat.max)),
    announcement: read('announcement', announcement),
    phoneSignIn: read('phone_sign_in', onOff),
    customTokenSignIn: read('custom_token_sign_in', onOff),
    drills: read('drills', onOff),
    demonstrationTeam: read('demonstration_team', optionalId),
    signInProviders: read('sign_in_providers', signInProviders),
  };
  return { settings, problems };
}
