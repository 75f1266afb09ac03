/** Limits of what few teams set up: webhooks, routing rules, API keys, mail and readiness. Apart from `constants.ts`, which the sign-in screen loads. */
export const settingsLimits = {
  /** Confirmations of mail addresses: of one person, and to one address, in a day. The link of one is good for so long. */
  mailConfirmationsPerDay: 5,
  mailConfirmationHours: 24,
  /** Invites of one team. */
  inviteMailsPerDay: 30,
  /** What the readiness of a team is made of: ways by each channel; schedules and policies, of each. */
  readinessWays: 2_000,
  readinessRotas: 200,
  /** Of one API key. */
  apiRequestsPerMinute: 300,
  /** Time for which an event is sent again, and after which a webhook that failed all the time is disabled. */
  webhookRetryHours: 24,
  /** Lifetime of the log of deliveries. */
  webhookLogDays: 7,
  /** Time for which the message of an incident in a chat room is edited. */
  chatMessageDays: 90,
  /** API keys in use at the same time. */
  apiKeys: 100,
  apiKeyDays: { min: 1, max: 366 },
  /** Rules of an integration; conditions of a rule, alternatives of a condition, and labels that a rule sets. */
  routingRules: 50,
  routingConditions: 10,
  routingValues: 100,
  routingLabels: 10,
  /** Characters of a pattern or a text with placeholders. */
  routingText: 500,
  /** Instructions of a compiled pattern, and of all patterns of an integration: matching takes time in proportion. */
  routingPatternSize: 500,
  routingPatternsSize: 3_000,
  /** Characters of an integration’s rules, as JSON. */
  routingCharacters: 200_000,
  /** Versions of an integration’s rules; the oldest goes first. */
  routingVersions: 50,
  /** Dedup keys of one alert that a rule puts together; beyond, it is resolved by hand. */
  sharedKeys: 200,
  /** Time for which a code to link a Slack user is good, and requests of one Slack user in a minute. */
  slackCodeMinutes: 10,
  slackRequestsPerMinute: 30,
  webhooksPerPerson: 5,
  webhookTemplate: 4_000,
  /** Characters of a webhook's destination as JSON. */
  webhookDestination: 20_000,
  /** Messages to a webhook that fail one after the other until it is disabled. */
  webhookFailures: 5,
  /** Webhooks of a team, services of one, ended deliveries that its log keeps, and deliveries that wait. */
  webhooks: 20,
  webhookServices: 50,
  webhookLog: 100,
  webhookWaiting: 1_000,
} as const;
