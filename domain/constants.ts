/**
 * The product's own numbers, in the unit of their names. Numbers that a team may want to change are defaults: `api/settings.ts` lets remote
 * configuration override them. Not to be confused with a provider's defaults.
 */
export const constants = {
  acknowledgeTimeoutMinutes: 30,
  /** A command that asks or releases people is not carried out later than this after it was given. */
  commandExpiryMinutes: 10,
  /** Age from which the timeline shows when something was written, beside the time at which it was stored. */
  writtenEarlierMinutes: 1,
  /** Age up to which the time of writing is believed. */
  writtenEarlierDays: 30,
  defaultStepDelayMinutes: 5,
  defaultRepeat: 2,
  engineTickSeconds: 60,
  /** Time without a sweep after which open browsers warn. */
  sweepLateMinutes: 3,
  presenceBeatSeconds: 15,
  presenceStaleSeconds: 45,
  /** Per person and room, or per person and team; more open applications are not shown. */
  presenceSlots: 8,
  drillStaleDays: 14,
  /** Time between a delayed drill's command and its page, in which its person closes Muster. */
  drillDelaySeconds: 30,
  /** Time between two notes of the same failure of a push service, and time after which the last one says nothing any more. */
  pushOutageNoteMinutes: 5,
  pushOutageHours: 24,
  /** Hour of the weekly notice on Mondays about the team's readiness, on the team's clock. */
  mondayHour: 9,
  auditDays: 400,
  /** Time in which a deleted team can be restored. */
  teamGraceDays: 14,
  /** Messages of one group; further ones only if they say something new. */
  ingestPerMinute: 120,
  /** Messages of unknown groups for each key, counted in so many documents; may be passed by a tenth. */
  newGroupsPerMinute: 2_000,
  groupCounters: 20,
  /** Messages of one counter that are noted one by one in each minute; further ones are noted together. */
  notesPerCounter: 3,
  /** Window in which alerts of a service and urgency join the page that the first of them started. */
  stormWindowMinutes: 5,
  /** Interval of the sweep, which sends again what could not be sent. */
  sweepSeconds: 60,
  /** Age of a queued delivery from which the sweep sends it again. */
  resendGraceSeconds: 30,
  /** Age of the last sign of life of a page's holder, at most, for a new critical alert to join the page. */
  signOfLifeMinutes: 2,
  /** Interval between two signs of life that a browser reports, and time after an acknowledgement in which it reports none. */
  signOfLifeSeconds: 30,
  /** Pages pushed to one person within so many minutes; further ones are summed up in a digest, one a minute at most. */
  pushesPerPerson: 10,
  pushWindowMinutes: 5,
  /** An alert that opens so often within so many minutes is flapping: it pages nobody unless it stays open for as long. */
  flappingTimes: 5,
  flappingMinutes: 10,
  /** Lag of the count of a page's alerts, and of what follows from it, at most. */
  pageReviewSeconds: 5,
  /** Difference between the time of a signed message and the server's, in either direction, at most. */
  signatureMinutes: 5,
  /** The most that clocks are set forward or back, twice over. */
  clockChangeMs: 7_200_000,
  /** Interval of a new heartbeat; beats within the precision are not stored. */
  heartbeatMinutes: 60,
  heartbeatGraceMinutes: 5,
  heartbeatPrecisionSeconds: 10,
  /** Validity of a key after it was replaced. */
  previousKeyHours: 24,
  /** Lifetime of the outcomes of a sender's messages. */
  integrationEventDays: 7,
  inviteDays: 7,
  /** Lifetime of a notice, unless it expires earlier; and span ahead in which a notice tells of shifts that moved. */
  noticeDays: 28,
  movedShiftDays: 28,
  /** Default time between the reminder of a shift and its beginning. */
  shiftReminderHours: 1,
  /** The days of a calendar that other programs subscribe to. */
  feedDaysBack: 15,
  feedDaysAhead: 180,
  /** Requests of a feed, and of all feeds of a team, that are answered within a minute. */
  feedReadsPerMinute: 20,
  teamFeedReadsPerMinute: 300,
  /** Interval between two readings of a leave calendar; after a failure it begins with the pause, doubled up to a day. */
  calendarReadHours: 6,
  calendarPauseMinutes: 15,
  /** Readings that began and did not end, one after the other: then a calendar is not read again by itself. */
  unfinishedReadings: 3,
  /** The days of a leave calendar that are read. */
  calendarDaysBack: 7,
  calendarDaysAhead: 370,
  /** Lifetime of time off after its end. */
  endedTimeOffDays: 90,
  /** Lifetime of an invite that expired, was used or revoked. */
  endedInviteDays: 30,
  /** Age of a proof of identity, at most, for what can't be undone. */
  recentProofMinutes: 5,
  /** Time for which a deleted account is remembered: longer than any token that was issued to it. */
  deletedAccountHours: 2,
  /** Time from one pass over all accounts, in search of missing ones, to the next. */
  missingAccountMinutes: 60,
  /** Age of a stored file, at most, without the record that leads to it. */
  unrecordedUploadDays: 1,
  /** Recovery codes given at once, and attempts at an address within so many minutes. */
  recoveryCodes: 10,
  recoveryAttempts: 10,
  recoveryAttemptMinutes: 60,
  /** A recovery without codes: how long it waits, when it is given up, and how long after it was stopped another may be asked for. */
  recoveryWaitDays: 1,
  recoveryExpiryDays: 7,
  recoveryPauseDays: 1,
} as const;

/** The bounds that schemas enforce; inclusive on both sides. */
export const limits = {
  title: 140,
  name: 80,
  description: 2_000,
  summary: 1_024,
  dedupKey: 255,
  comment: 10_000,
  taskText: 500,
  reason: 500,
  fileBytes: 25 * 1024 * 1024,
  pictureBytes: 256 * 1024,
  fileName: 255,
  filesPerIncident: 100,
  steps: 10,
  /** Policies that hand over one to the other, the first included. */
  policyChain: 5,
  targetsPerStep: 10,
  delayMinutes: { min: 1, max: 1_440 },
  repeat: { min: 0, max: 9 },
  /** Later notifications of a person for one urgency: devices after the first. */
  laterNotifications: 4,
  /** Time after the first alert of a page in which others join it. */
  joiningMinutes: { min: 1, max: 60 },
  notifyAfterMinutes: { min: 1, max: 60 },
  snoozeMinutes: { min: 5, max: 1_440 },
  layers: 10,
  peoplePerLayer: 50,
  restrictionsPerLayer: 21,
  /** Turns, and beginnings and ends of windows, of all layers of a schedule within a week. */
  changesPerWeek: 250,
  /** Dated versions of a schedule; the oldest goes first. */
  versions: 30,
  dependencies: 50,
  integrations: 200,
  every: 365,
  overrideDays: 90,
  /** Overrides of a schedule, those that are over included: the oldest of these goes first. */
  overridesPerSchedule: 400,
  timeOffDays: 400,
  leaveCalendars: 20,
  calendarText: 2_000_000,
  /** Leave spans of one calendar. */
  leaveSpans: 300,
  /** Sentences on what a reading left out. */
  leftOutNotes: 20,
  leaveNames: 200,
  leaveName: 120,
  holidays: 200,
  timeOffPerPerson: 200,
  feedsPerPerson: 20,
  /** Shifts of one feed. */
  feedShifts: 8_000,
  /** Most schedules in one notice, and spans gained and lost of each; and most notices that a person is shown. */
  noticeSchedules: 10,
  noticeSpans: 8,
  noticePages: 10,
  noticeWays: 10,
  noticeMissing: 10,
  noticesShown: 20,
  /** Bytes of a message that is read whole; of a larger one a part is read. */
  ingestBytes: 4 * 1024 * 1024,
  /** Characters of a label's value. */
  labelValue: 1_024,
  teamsPerRegistration: 20,
  /** Devices of a person in a team, and teams that a person owns. */
  devicesPerPerson: 20,
  ownedTeamsPerPerson: 50,
  /** Push services that can't be reached, and people of each, in one document of a team. */
  pushOutages: 10,
  pushOutagePeople: 200,
  labels: 100,
  /** Cap on the failing things of an alert, where its sender gives a number beyond belief. */
  firing: 1_000_000,
  links: 50,
  mailAddress: 254,
  mailDomains: 20,
  /** Days that an invite may be good for, and invites of a team within 24 hours. */
  inviteDays: { min: 1, max: 30 },
  invitesPerDay: 100,
} as const;

export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;
