import { screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { declare } from '#tests/app/incident.ts';
import { secondTeam, seedTwoTeams, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(blob: Blob) {
        saved.push(blob);
        return 'blob:saved';
      }
      static override revokeObjectURL() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
});

const open = (more: StageOptions = {}) =>
  stage({ as: 'Ada', path: '/me', screen: <MeScreen />, seed: seedTwoTeams, ...more });
const alert = () => within(screen.getByRole('region', { name: 'Your data' })).getByRole('alert');
const button = (name: string) => screen.getByRole('button', { name });
async function download(s: AppStage) {
  await s.user.click(button('Download your data'));
  await s.settle();
}
interface Saved {
  readonly account: { readonly email: string };
  readonly profile: { readonly createdAt: string };
  readonly teams: readonly {
    readonly name: string;
    readonly membership: readonly object[];
    readonly comments: readonly object[];
  }[];
  readonly missing: readonly { readonly teamId: string; readonly reason: string }[];
}
const file = async (): Promise<Saved> => JSON.parse((await saved[0]?.text()) ?? 'null') as Saved;

test('a single file holds the account, the profile, and the person’s own texts in each team', async () => {
  const s = await open();
  const { incidentId } = await declare(s, await s.person('Ada'));
  const base = { teamId, incidentId, createdAt: s.cloud.clock.now(), revision: 1, sequence: 0 };
  for (const createdBy of ['ada', 'sam']) {
    const comment = { ...base, id: `of-${createdBy}`, createdBy, kind: 'comment', body: `From ${createdBy}` };
    const path = documentPaths.timelineEvent(teamId, incidentId, comment.id);
    await s.server.docs.batch([{ type: 'set', path, data: toDocument(comment) }]);
  }
  await download(s);
  const { account, profile, teams, missing } = await file();
  expect(account.email).toBe('ada@northwind.example');
  expect(profile.createdAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(teams.map(({ name }) => name)).toEqual(['Northwind', secondTeam.name]);
  expect(teams[0]?.membership).toMatchObject([{ role: 'owner' }]);
  expect(teams[0]?.comments).toMatchObject([{ body: 'From ada' }]);
  expect(teams[1]?.comments).toEqual([]);
  expect(missing).toEqual([]);
  expect(await screen.findByText(/entries are in the file/)).toBeVisible();
  expect(JSON.stringify(await file())).not.toContain('From sam');
});

test('an unreadable team is named in the file with the reason, beside the other teams', async () => {
  const s = await open();
  const path = documentPaths.member(secondTeam.id, 'ada');
  await s.server.docs.batch([{ type: 'delete', path }]);
  await download(s);
  const { teams, missing } = await file();
  expect(teams.map(({ name }) => name)).toEqual(['Northwind']);
  expect(missing).toMatchObject([{ teamId: secondTeam.id, reason: expect.stringMatching(/./) }]);
  expect(await screen.findByText('A team is not in the file')).toBeVisible();
});

test('a stopped download saves nothing', async () => {
  const s = await open();
  await s.client.control.inject({ kind: 'latency', service: 'functions', ms: 1_000 });
  await download(s);
  expect(screen.getByText('Northwind: membership')).toBeVisible();
  await s.user.click(button('Stop'));
  await s.advance(5_000);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(alert()).toBeEmptyDOMElement();
  expect(saved).toEqual([]);
});

test('a download without a connection shows the failure, and can be repeated', async () => {
  const s = await open();
  await s.network(false);
  await download(s);
  await s.advance(120_000);
  expect(alert()).not.toBeEmptyDOMElement();
  await s.network(true);
  await download(s);
  expect(saved.length).toBe(1);
});
