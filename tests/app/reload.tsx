/** Reload of the page: the browser's stores stay, the state of the screens is lost. */
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { memoryLocation } from 'wouter/memory-location';
import { AppProviders } from '#src/app/providers.tsx';
import { SessionGate } from '#src/app/session-gate.tsx';
import { TeamGate } from '#src/app/team-gate.tsx';
import { arrive } from './incident.ts';
import type { AppStage } from './stage.tsx';

/** The page of each stage after its last reload. */
const pages = new WeakMap<AppStage, RenderResult>();

/** `meanwhile` runs between the two pages. Taken down with the test's other screens. */
export async function reload(
  app: AppStage,
  screen: ReactNode,
  meanwhile: () => void | Promise<void> = () => undefined,
): Promise<void> {
  const path = app.path();
  (pages.get(app) ?? app.view).unmount();
  await app.settle();
  await meanwhile();
  const view = render(
    <AppProviders runtime={app.runtime} location={memoryLocation({ path }).hook}>
      <SessionGate>
        <TeamGate>{screen}</TeamGate>
      </SessionGate>
    </AppProviders>,
  );
  pages.set(app, view);
  onTestFinished(() => view.unmount());
  await arrive(app);
}
