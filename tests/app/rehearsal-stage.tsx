/** The rehearsal's panel on a screen of its own. */
import { screen } from '@testing-library/react';
import { alertSchema } from '#domain/alert/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { entity } from '#src/data/client/documents.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { alertmanagerPath, complaint } from './senders.ts';
import { teamId } from './small-team.ts';
import { type AppStage } from './stage.tsx';
import type { FiredSample } from '#src/features/rehearsal/fired-sample.ts';
import { RehearsalPanel } from '#src/features/rehearsal/rehearsal-panel.tsx';

const firedSamples = (): readonly FiredSample[] => [
  {
    title: 'Search is down',
    description: 'Pages whoever is on call.',
    request: async () => ({
      method: 'POST',
      path: '/v2/enqueue',
      headers: {},
      body: JSON.stringify(complaint({ summary: 'Search is down' }).body),
    }),
  },
];

export function RehearsalPanelScreen() {
  const control = useControl();
  const { announcement } = useSettings();
  return (
    <>
      <p>{announcement}</p>
      {control && (
        <RehearsalPanel
          open
          control={control}
          samples={firedSamples}
          alertmanagerPath={async () => alertmanagerPath}
          onOpenChange={() => {}}
        />
      )}
    </>
  );
}

export const press = async (s: AppStage, name: string | RegExp) => {
  await s.user.click(screen.getByRole('button', { name }));
  await s.settle();
};

export async function alerts({ server }: AppStage) {
  const found = await server.docs.find(query(collectionPaths.alerts(teamId)));
  return found.flatMap((doc) => entity(alertSchema, doc)?.value ?? []);
}
