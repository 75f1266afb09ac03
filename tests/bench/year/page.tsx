/** Muster's screens on a cloud with ten schedules of 50 people, in the thread of this page. The bench measures the thread. */
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { memoryLocation } from 'wouter/memory-location';
import type { Member, Team } from '#domain/team/schema.ts';
import type { UserProfile } from '#domain/team/user-profile.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { projectRules } from '#demo/rules.ts';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { compose } from '#src/app/composition.ts';
import { AppProviders } from '#src/app/providers.tsx';
import { openRuntime, type Runtime } from '#src/app/runtime.ts';
import { SessionGate } from '#src/app/session-gate.tsx';
import { TeamGate } from '#src/app/team-gate.tsx';
import { OnCallScreen } from '#src/features/on-call/on-call-screen.tsx';
import { calendarParts } from '#src/features/on-call/parts.ts';
import { ScheduleScreen } from '#src/features/on-call/schedule-screen.tsx';
import indexes from '../../../firestore.indexes.json?raw';
import './pages.ts';
import { people, schedules, yearStart } from './schedules.ts';

const password = 'correct horse';
const emailOf = (userId: string) => `${userId}@northwind.example`;
let runtime: Runtime | null = null;
let root: Root | null = null;

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function until(reached: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!reached()) {
    if (performance.now() > end) throw new Error(`Not reached: ${reached}`);
    await frame();
  }
  // Drawn, too.
  await frame();
  await frame();
}

const days = () => document.querySelectorAll('[data-day]').length;
const control = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role=radio]')].find((one) =>
    (one.closest('label') ?? one).textContent?.startsWith(words),
  );
const changes = () => document.querySelector('[aria-label="Who gains and who loses shifts"]');

async function draw(path: string, screen: ReactNode): Promise<void> {
  const element = document.querySelector('#root');
  if (!element || !runtime) throw new Error('The page is not prepared.');
  root = createRoot(element);
  root.render(
    <AppProviders runtime={runtime} location={memoryLocation({ path }).hook}>
      <SessionGate>
        <TeamGate>{screen}</TeamGate>
      </SessionGate>
    </AppProviders>,
  );
}

window.year = {
  async prepare() {
    const cloud = new FakeCloud({ functions: createFunctions(), accounts: [], indexes, rules: projectRules });
    const { docs, realtime, users } = cloud.server;
    for (const userId of people)
      await users.create({
        ...{ uid: userId, email: emailOf(userId), password, displayName: userId, emailVerified: true },
      });
    const base = { createdAt: yearStart, createdBy: 'person-0', revision: 1 };
    const team: Team = {
      ...{ ...base, teamId: 'team', id: 'team', name: 'Northwind', slug: 'northwind' },
      ...{ timezone: 'Europe/Berlin', fallbackPeople: ['person-0'] },
      ...{ demonstration: true, lastIncidentNumber: 0 },
    };
    const ofPeople = people.flatMap((id, index) => {
      const displayName = `Person ${index}`;
      const member: Member = {
        ...{ ...base, teamId: 'team', id, displayName, role: 'owner', timezone: 'Europe/Berlin' },
      };
      const profile: UserProfile = { ...base, id, displayName, teams: { team: 'owner' } };
      return [
        [documentPaths.member('team', id), member],
        [documentPaths.user(id), profile],
      ] as const;
    });
    const entities: readonly (readonly [string, object])[] = [
      [documentPaths.team('team'), team],
      ...ofPeople,
      ...schedules.map((one) => [documentPaths.schedule('team', one.id), one] as const),
    ];
    await docs.batch(
      entities.map(([path, entity]) => ({ type: 'set' as const, path, data: toDocument(entity) })),
    );
    await realtime.update(
      Object.fromEntries(people.map((id) => [realtimePaths.accessRole('team', id), 'owner'])),
    );
    const client = connect(cloud, {
      browser: new TestBrowser(),
      stores: { local: memoryStore(), session: memoryStore() },
    });
    await client.auth.signIn({ kind: 'password', email: emailOf('person-0'), password });
    runtime = openRuntime(compose(client));
    await Promise.all(Object.values(calendarParts).map(({ load }) => load()));
  },
  async show() {
    await draw('/oncall?view=year&date=2026-06-01', <OnCallScreen />);
    await until(() => days() === 365 * schedules.length);
  },
  async hide() {
    root?.unmount();
    await frame();
  },
  async open(index) {
    const id = `schedule-${index}`;
    await draw(`/schedules/${id}`, <ScheduleScreen scheduleId={id} />);
    await until(() => control('Edit') !== undefined);
    control('Edit')?.click();
    await until(() => control('Year') !== undefined && control('Save schedule') !== undefined);
    control('Year')?.click();
    await until(() => days() === 365);
  },
  async edit() {
    document.querySelector<HTMLElement>('button[aria-label^="Take "][aria-label$=" out"]')?.click();
    await until(() => changes() !== null);
  },
  async save() {
    control('Save schedule')?.click();
    await until(() => control('Edit') !== undefined);
  },
};
