/**
 * Every component in its states, for looking. Not part of the app: `npm run dev`, then /gallery.html, with `?view=` parts, app,
 * room or alarm and `&theme=` light or dark.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { TickingClock } from '#src/ui/clock.tsx';
import { NavigateProvider } from '#src/ui/link.tsx';
import { TooltipPopup } from '#src/ui/tooltip-popup.tsx';
import { UiRoot } from '#src/ui/ui-root.tsx';
import { AlarmView } from './alarm-view.tsx';
import { AppView } from './app-view.tsx';
import { PartsView } from './parts-view.tsx';
import { RoomView } from './room-view.tsx';
import { sampleNow } from './samples.tsx';

const views = { parts: PartsView, app: AppView, room: RoomView, alarm: AlarmView };

const parameters = new URLSearchParams(location.search);
const view = parameters.get('view') ?? 'parts';
const theme = parameters.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

/** Stands still, so that two pictures of the same thing are the same. */
const stillClock: TickingClock = { now: () => sampleNow, subscribe: () => () => undefined };
const View = view in views ? views[view as keyof typeof views] : PartsView;

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <UiRoot clock={stillClock} zone="Europe/Berlin" teamZone="America/New_York">
        <NavigateProvider navigate={() => undefined}>
          <View />
          <TooltipPopup />
        </NavigateProvider>
      </UiRoot>
    </StrictMode>,
  );
}
