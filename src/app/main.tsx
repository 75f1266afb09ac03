/** Starts the app in a browser. */
import '@fontsource-variable/inter';
import '#src/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { links } from '#src/data/links.ts';
import { applyStoredTheme } from '#src/ui/theme.ts';
import { App } from './app.tsx';
import { firstPorts } from './first-ports.ts';
import { createAppNotices } from './app-notices.ts';
import { openBackend } from './provider.ts';
import { AppProviders } from './providers.tsx';
import { openRuntime } from './runtime.ts';
import { createSocialChooser } from './social-chooser.ts';
import { startParts } from './start-parts.ts';
import { SocialQuestions } from './social-questions.tsx';
import { StartFailed, Starting } from './start.tsx';

applyStoredTheme();

const element = document.querySelector('#root');
if (!element) throw new Error('index.html has no #root.');
const root = createRoot(element);
root.render(<Starting />);
// Most visitors are signed in: the scripts behind the sign-in screen load while the backend opens.
const inside = location.pathname !== links.signIn();
const ahead = (load: () => Promise<unknown>) => void load().catch(() => undefined);
if (location.pathname === links.invite()) ahead(startParts.invite.load);
else if (inside) {
  ahead(startParts.frameSkeleton.load);
  ahead(startParts.authenticatedApp.load);
} else ahead(startParts.signIn.load);

// Not awaited: its dynamic imports depend on this script's end.
void start();

async function start(): Promise<void> {
  try {
    const notices = createAppNotices();
    const chooser = createSocialChooser();
    const opened = await openBackend({
      chooseAccount: chooser.choose,
      onNotice: notices.say,
      onRetired: notices.retire,
    });
    const { ports, complete } = firstPorts(opened);
    if (inside) ahead(complete);
    const runtime = openRuntime(ports, { notices, complete });
    root.render(
      <StrictMode>
        <AppProviders runtime={runtime}>
          <App />
          <SocialQuestions chooser={chooser} />
        </AppProviders>
      </StrictMode>,
    );
  } catch (error) {
    console.error('Muster:', error);
    root.render(<StartFailed />);
  }
}
