/**
 * Terms that the glossary replaces, banned as names of exports and of files. Words of everyday use that happen to be in its left
 * columns (`first`, `own`, `after`, `asked`, `counted`, `once`, `line`, `picture`, `take`, `keep`, `finish`, `team`, `service`,
 * `incident`, `page`, `alert`, `Routes`, `Presence`, `TimelineEntry`, `ClockProvider`, `Rehearsal`, `Declaration`) are reviewed
 * and allowed: they are names of one thing each now, or ordinary words.
 */

/** A banned name and the term to use. */
const replaced: Readonly<Record<string, string>> = {
  Act: 'Action',
  Asked: 'say of what: ListRequest, QueryRequest',
  Bequest: 'DisconnectWrite',
  Carry: 'CommandHandler',
  CloudDoor: 'CloudConnector',
  Collector: 'CacheEvictor',
  Door: 'AuthLayout',
  Ground: 'TestEnvironment',
  Hearing: 'TabEvents',
  Hub: 'ListenService',
  Incoming: 'RemoteEvents',
  Inside: 'AuthenticatedApp',
  Keeping: 'CachePolicy',
  Kept: 'say of what: CachedDocument, StoredRegistration',
  Lasting: 'PersistentCache',
  Leftovers: 'EagerGc',
  Life: 'WriteBudget',
  News: 'CacheDelta',
  OfPerson: 'TeamForUser',
  Outcome: 'say of what: Transition, SendResult',
  Outcomes: 'IdempotentResults',
  Outside: 'TeamAccessDenied',
  Part: 'say of what: SourceSpan, MessagePart',
  Patience: 'Backoff, SlowTeamNotice',
  People: 'RecipientResolver, MemberDirectory, PeoplePanel',
  Person: 'say which: Member, DemoPerson, LocalReplica',
  Place: 'say of what',
  Problem: 'say of what: InstallationProblem',
  Receipt: 'DeliveryStatus',
  Remote: 'WatchStream',
  Room: 'ServiceId; the screen is RoomScreen',
  Sender: 'WriteSender',
  Session: 'AuthSession, CommandContext',
  Shelf: 'LruIndex',
  Siblings: 'TabChannel',
  Stamps: 'IdempotencyKeys',
  Standing: 'ResubscribingStream',
  Story: 'IncidentSummary',
  Taken: 'IngestResult',
  Told: 'say of what',
  Watched: 'QueryListeners',
  Watches: 'ListenerRegistry',
  Way: 'SignInView',
  Whom: 'PageTarget',
  Will: 'DisconnectWrite',
  Work: 'UnitOfWork',
  admit: 'addParticipants',
  admitOne: 'consumeRateLimit',
  adoptData: 'freezeInPlace',
  agreed: 'normalize-nan-null',
  alive: 'reject-on-dispose',
  amended: 'mergeDisconnectWrites',
  arrows: 'module-imports',
  at: 'epochMsSchema',
  calm: 'firstScreenIdle',
  candidates: 'eligible',
  crowd: 'clients',
  deed: 'operation',
  desk: 'client',
  doubt: 'suspect, in OnlineStateTracker',
  errand: 'emailAction',
  followed: 'parseEmailAction',
  forReader: 'copyForReader',
  ground: 'environment',
  human: 'demo-takeover',
  id: 'idSchema',
  keepIncident: 'saveIncident',
  keepOpen: 'ResubscribingStream',
  kept: 'stored-registration',
  ladder: 'escalation',
  lifelines: 'tab-liveness',
  live: 'say of what: data, liveIncidents',
  machine: 'system-clock',
  mortal: 'crashAfterWrites',
  oneStep: 'advance',
  owned: 'frozen',
  owner: 'team, service, keyRecord; owner is a role',
  passing: 'MemoryCache',
  places: 'cursor-values',
  portion: 'pageSize',
  proving: 'needsReauthentication',
  refuse: 'domainError',
  refused: 'domainError',
  refusals: 'failedCommands, ruleDenials',
  rung: 'step',
  screenIsUp: 'markFirstScreenRendered',
  storyOf: 'summarize',
  takeSignal: 'ingestSignal',
  tell: 'appendTimeline',
  town: 'sandbox',
  truth: 'pendingOriginals',
  trust: 'confirm, in OnlineStateTracker',
  useDocumentForSure: 'useServerDocument',
  useGuarded: 'useReauthentication',
  ways: 'sign-in-view',
  whenCalm: 'whenIdle',
  wording: 'labels',
  words: 'labels',
};

/** Banned as a part of any name. */
const stems: readonly (readonly [stem: RegExp, instead: string])[] = [
  [/judge|Judge/, 'check, validate, authorize, invariants'],
  [/climb|Climb/, 'escalate'],
  [/refus|Refus/, 'domainError, showError, failedCommands, ruleDenials'],
  [/errand|Errand/, 'emailAction'],
  [/deed|Deed/, 'operation'],
  [/patien[ct]|Patien[ct]/, 'backoff, retry'],
];

const termFor = (name: string): string | undefined =>
  (Object.hasOwn(replaced, name) ? replaced[name] : undefined) ??
  stems.find(([stem]) => stem.test(name))?.[1];

/** The message about an exported name that the glossary replaces, or null. */
export function checkExportedName(name: string): string | null {
  const term = termFor(name);
  if (term === undefined) return null;
  return `The exported name ${name} is not a term of the glossary. Instead: ${term}.`;
}

/** Like `checkName`, for the name of a file without its extensions. */
export function checkFileName(file: string): string | null {
  const name = file.split('/').at(-1)?.split('.')[0] ?? '';
  const term = termFor(name);
  if (term === undefined) return null;
  return `The file name ${name} is not a term of the glossary. Instead: ${term}.`;
}
