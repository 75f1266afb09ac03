/** Move policy of Muster: moved records and their new form. */
import { storedTime } from '#api/codec.ts';
import { demoEmail } from '#demo/accounts.ts';
import { demoSecretPath } from '#demo/team/sender-keys.ts';
import { demoPeople, demoTeamId } from '#demo/team/people.ts';
import type { DocData } from '#ports/docs/values.ts';
import { type Fitted, fits, type MoveFits } from '#provider-kit/move/move-backend.ts';
import type { MovedDoc, MovedTask } from '#provider-kit/move/moved-records.ts';

export interface MovePolicyOptions {
  /** Whether the demonstration team goes along: everybody knows its passwords. */
  readonly demonstration: boolean;
  /** Time of the move, epoch milliseconds. */
  readonly at: number;
}

/** How long a backend knows the id of a task that was done. */
const rememberedMs = 3_600_000;

const demoUids: ReadonlySet<string> = new Set(demoPeople.map(({ id }) => id));
const demoEmails: ReadonlySet<string> = new Set(demoPeople.map((person) => demoEmail(person)));

const demonstrationStays = <R>(): Fitted<R> => ({
  record: null,
  losses: ['records of the demonstration team: its passwords are public (--demonstration takes them along)'],
});

/** Each record as it moves. */
export function movePolicy({ demonstration, at }: MovePolicyOptions): MoveFits {
  const stays = (isDemonstration: boolean) => isDemonstration && !demonstration;
  return {
    settings: fits,
    conditions: fits,
    accounts: (account) =>
      stays(demoUids.has(account.uid) || (account.email !== null && demoEmails.has(account.email)))
        ? demonstrationStays()
        : fits(account),
    documents: (doc) => (stays(isOfDemonstration(doc)) ? demonstrationStays() : movedDocument(doc, at)),
    files: (file) => (stays(isDemonstrationPath(file.path)) ? demonstrationStays() : fits(file)),
    values(value) {
      const [top, team] = value.path.split('/');
      // Written anew by open pages, and by the next sweep.
      if (top === 'presence' || top === 'sweep') return { record: null, losses: [] };
      return stays(top === 'access' && team === demoTeamId) ? demonstrationStays() : fits(value);
    },
    tasks(task) {
      if (task.doneAt !== null && task.doneAt + rememberedMs <= at) return { record: null, losses: [] };
      return stays(isDemonstrationTask(task)) ? demonstrationStays() : fits(task);
    },
  };
}

function isOfDemonstration({ path, data }: MovedDoc): boolean {
  const [top] = path.split('/');
  return (
    isDemonstrationPath(path) ||
    path === demoSecretPath ||
    ((top === 'slugs' || top === 'integrationKeys' || top === 'apiKeyDigests') &&
      data['teamId'] === demoTeamId)
  );
}

function isDemonstrationPath(path: string): boolean {
  const [top, id = ''] = path.split('/');
  return (top === 'teams' && id === demoTeamId) || (top === 'users' && demoUids.has(id));
}

function isDemonstrationTask({ waiting }: MovedTask): boolean {
  const { payload = null } = waiting ?? {};
  return (
    typeof payload === 'object' && payload !== null && 'teamId' in payload && payload.teamId === demoTeamId
  );
}

/** Push registrations are of the backend that gave them: without one, readiness and the person's own screen ask for a new one. */
function movedDocument(doc: MovedDoc, at: number): Fitted<MovedDoc> {
  const names = doc.path.split('/');
  if (names.length === 2 && names[0] === 'registrations') return { record: null, losses: [] };
  const isDevice = names.length === 4 && names[0] === 'teams' && names[2] === 'devices';
  if (!isDevice || (doc.data['registration'] ?? null) === null) return fits(doc);
  const data: DocData = { ...doc.data, registration: null, lostAt: storedTime(at) };
  return {
    record: { path: doc.path, data },
    losses: ['push registrations: their people turn notifications on again; readiness names them until then'],
  };
}
