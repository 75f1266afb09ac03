/** Starts the app in a browser. */
import '#src/ui/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { authToken } from '#ports/auth/auth.ts';
import { takeInstallOffers } from '#src/data/client/app-install.ts';
import { awaitFirstPress } from '#src/data/client/first-input.ts';
import { withCopy } from '#src/data/client/outbox-copy.ts';
import { restoreSession } from '#src/data/client/session.ts';
import { links } from '#src/data/links.ts';
import { applyStoredTheme } from '#src/ui/theme.ts';
import { App } from './app.tsx';
import { comingScreen } from './coming-screen.ts';
import { firstPorts } from './first-ports.ts';
import { createAppNotices } from './app-notices.ts';
import { openBackend } from './provider.ts';
import { AppProviders } from './providers.tsx';
import { browserStorage, openRuntime } from './runtime.ts';
import { openSignIn } from './session-gate.tsx';
import { createSocialChooser } from './social-chooser.ts';
import { loadInside, startParts } from './start-parts.ts';
import { SocialQuestions } from './social-questions.tsx';
import { StartFailed, Starting } from './start.tsx';
import { createStorageReport } from './storage-report.ts';

applyStoredTheme();
awaitFirstPress();
takeInstallOffers();

const element = document.querySelector('#root');
if (!element) throw new Error('index.html has no #root.');
const root = createRoot(element);
// The shell of index.html stays until the screen's scripts are there.
if (element.childElementCount === 0) root.render(<Starting />);
const screen = comingScreen();
const inside = screen === 'frame';
const ahead = async (load: () => Promise<unknown>) => void (await load().catch(() => undefined));
const scripts = loadScripts();

/** Loads the scripts of the coming screen while the backend opens. A failure is shown by the screen. */
function loadScripts(): Promise<unknown> {
  if (location.pathname === links.invite()) return ahead(startParts.invite.load);
  if (screen === 'sign-in') return ahead(startParts.signIn.load);
  // The screen is not awaited: the session is looked up meanwhile.
  void loadInside(location.pathname);
  return Promise.all([startParts.frameSkeleton, startParts.authenticatedApp].map(({ load }) => ahead(load)));
}

// Not awaited: its dynamic imports depend on this script's end.
void start();

async function start(): Promise<void> {
  try {
    const notices = createAppNotices();
    const outbox = withCopy(browserStorage());
    const restored = outbox.restore();
    const storage = createStorageReport(outbox);
    const chooser = createSocialChooser();
    const opened = await openBackend({
      chooseAccount: chooser.choose,
      onNotice: notices.say,
      storage,
      onRetired: notices.retire,
    });
    const { ports, complete, isComplete } = firstPorts(opened);
    if (inside) void ahead(complete);
    await Promise.all([scripts, restored]);
    const runtime = openRuntime(ports, { notices, outbox, storage, complete, isComplete });
    if (screen === 'sign-in') {
      // Its shell stands already: it is rendered once, with the session.
      const user = await restoreSession(ports.resolve(authToken), runtime.queries);
      if (user === null) openSignIn();
    }
    // In slices: the page's shell stands until then.
    startTransition(() =>
      root.render(
        <StrictMode>
          <AppProviders runtime={runtime}>
            <App />
            <SocialQuestions chooser={chooser} />
          </AppProviders>
        </StrictMode>,
      ),
    );
  } catch (error) {
    console.error('Muster:', error);
    root.render(<StartFailed />);
  }
}
