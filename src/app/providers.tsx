/** The context providers above every screen, shared by the app and the tests. */
import type { ReactNode } from 'react';
import { type BaseLocationHook, Router } from 'wouter';
import { ClockProvider } from '#src/data/client/clock.tsx';
import { AppPortsProvider } from '#src/data/client/ports.tsx';
import { RenderErrorContext } from '#src/ui/render-boundary.tsx';
import { UiRoot } from '#src/ui/ui-root.tsx';
import type { Runtime } from './runtime.ts';
import { RouterLinks } from './router-links.tsx';
import { RuntimeProvider } from './runtime-context.tsx';

export interface AppProvidersProps {
  readonly runtime: Runtime;
  /** The router's location; default the browser's address. Tests pass wouter's memory location. */
  readonly location?: BaseLocationHook;
  readonly children: ReactNode;
}

export function AppProviders({ runtime, location, children }: AppProvidersProps) {
  return (
    <RuntimeProvider runtime={runtime}>
      <AppPortsProvider ports={runtime.ports} queries={runtime.queries}>
        <ClockProvider clock={runtime.clock}>
          <Router {...(location && { hook: location })}>
            <UiRoot clock={runtime.ticks}>
              <RenderErrorContext value={runtime.reportRenderError}>
                <RouterLinks>{children}</RouterLinks>
              </RenderErrorContext>
            </UiRoot>
          </Router>
        </ClockProvider>
      </AppPortsProvider>
    </RuntimeProvider>
  );
}
