/** Starting over, and saved demonstrations. */
import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { PortError } from '#ports/errors.ts';
import { seedTeamWithSenders } from '#tests/app/senders.ts';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { RehearsalPanelScreen, press, alerts } from '#tests/app/rehearsal-stage.tsx';

const rehearsalPanel = (as: PersonName = 'Ada') =>
  stage({ as, seed: seedTeamWithSenders, screen: <RehearsalPanelScreen /> });

it('restarting the demonstration needs a confirmation', async () => {
  const s = await rehearsalPanel();
  await press(s, 'Fire: Search is down');
  await press(s, 'Start the demonstration over');
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/This can’t be undone/);
  await press(s, 'Cancel');
  expect(await alerts(s)).toHaveLength(1);
  await press(s, 'Start the demonstration over');
  await press(s, 'Start over');
  expect(await alerts(s)).toEqual([]);
  // All connections were dropped, and come back.
  await s.advance(5000);
  expect(s.client.auth.currentUser()).toBeNull();
});

it('a failed restart keeps its dialog, with the reason', async () => {
  const s = await rehearsalPanel();
  const reset = vi
    .spyOn(s.client.control, 'reset')
    .mockRejectedValueOnce(new PortError('unavailable', 'gone'));
  onTestFinished(() => reset.mockRestore());
  await press(s, 'Start the demonstration over');
  await press(s, 'Start over');
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/try again/i);
  await press(s, 'Start over');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it.each(['Vera', 'Sam'] as const)(
  '%s may neither save nor load a demonstration, with the reason',
  async (who) => {
    const s = await rehearsalPanel(who);
    const exported = vi.spyOn(s.client.control, 'exportCloud');
    const reason =
      /^Only admins may save or load copies of the demonstration\. You are a (viewer|responder)\.$/;
    for (const name of ['Save to a file', 'Load a file']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(reason);
      await press(s, name);
    }
    expect(exported).not.toHaveBeenCalled();
    expect(screen.queryByLabelText('A saved demonstration')).toBeNull();
  },
);

it('a visitor of their own team may not copy the demonstration', async () => {
  const s = await stage({
    as: 'Ada',
    screen: <RehearsalPanelScreen />,
    seed: async (server) => {
      await seedTeamWithSenders(server);
      const path = documentPaths.team(teamId);
      await server.docs.batch([{ type: 'update', path, changes: { demonstration: false } }]);
    },
  });
  await s.settle();
  expect(screen.getByRole('button', { name: 'Save to a file' })).toHaveAccessibleDescription(
    'Only admins of the demonstration team may save or load copies of it. You are in Northwind.',
  );
});

it('an admin saves a demonstration', async () => {
  const s = await rehearsalPanel('Lin');
  const saved: Blob[] = [];
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
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => download.mockRestore());
  await press(s, 'Save to a file');
  expect(download).toHaveBeenCalledOnce();
  const text = await saved[0]?.text();
  expect(text).toContain('muster-cloud');
  expect(text).not.toContain('correct horse');
});

it('a saved demonstration is loaded after a question', async () => {
  const s = await rehearsalPanel();
  const kept = await s.client.control.exportCloud();
  await press(s, 'Fire: Search is down');
  const choose = async (text: string) => {
    await s.user.upload(
      screen.getByLabelText('A saved demonstration'),
      new File([text], 'kept.json', { type: 'application/json' }),
    );
    await s.settle();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/replaced by what kept.json holds/);
    await press(s, 'Load');
    await s.settle();
  };
  await choose('Dear diary');
  const dialog = screen.getByRole('alertdialog');
  expect(await within(dialog).findByText(/It is no JSON, or cut off/)).toBeVisible();
  expect(dialog).toHaveAccessibleDescription(/kept.json/);
  expect(await alerts(s)).toHaveLength(1);
  await press(s, 'Cancel');
  await choose(kept);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(await alerts(s)).toEqual([]);
  await s.advance(5000);
  expect(s.client.auth.currentUser()).not.toBeNull();
});
