/** Limits of what few teams set up: senders, webhooks, routing rules, API keys, mail, maintenance and readiness. Apart from `constants.ts`, which the sign-in screen loads. */
export const settingsLimits = {
  /** Confirmations of mail addresses: of one person, and to one address, in a day. The link of one is good for so long. */
  mailConfirmationsPerDay: 5,
  mailConfirmationHours: 24,
  /** Invites of one team. */
  inviteMailsPerDay: 30,
  /** Inputs of a team's readiness: ways by each channel; schedules and policies, of each. */
  readinessWays: 2_000,
  readinessRotas: 200,
  /** Of one API key, over all processes. */
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
  /** Alerts of a group that a copied configuration has Alertmanager send at most: of 4 KiB each they fit. */
  groupAlerts: 1_000,
  /** Length of a maintenance window, and services that it names. */
  maintenanceDays: 14,
  maintenanceServices: 100,
  /** Entries of an alert’s history that go into the timeline of an incident it is linked to: the newest. */
  movedHistory: 50,
  heartbeatMinutes: { min: 1, max: 10_080 },
  heartbeatGraceMinutes: { min: 1, max: 1_440 },
  /** Mapping of plain JSON: characters of a path, and number of each kind of entry. */
  mappingPath: 200,
  mappingValues: 20,
  mappingLinks: 5,
  mappingLabels: 20,
  maintenanceMatchers: 10,
  /** Maintenance windows of a team that are not over. */
  maintenanceWindows: 50,
} as const;
