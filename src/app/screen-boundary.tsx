import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { RenderBoundary } from '#src/ui/render-boundary.tsx';

/** Confines a failure to its screen: the frame, and an open page, stay. */
export const ScreenBoundary = ({ children }: { readonly children: ReactNode }) => (
  <RenderBoundary
    renderFallback={(error, retry) =>
      isMissingScript(error) ? (
        <ErrorState
          title="This screen could not be fetched"
          meaning="The connection is gone, or Muster was renewed since this page was opened."
          advice="Reload to get the newest version. Nothing you typed is lost."
          action={<Reload main />}
        />
      ) : (
        <ErrorState
          title="This screen stopped working"
          meaning="Something in it failed that should not have. The rest of Muster goes on, and nothing you typed is lost."
          advice="Try again; if it fails again, reload."
          action={
            <>
              <Button variant="primary" onClick={retry}>
                Try again
              </Button>
              <Reload />
            </>
          }
        />
      )
    }
  >
    {children}
  </RenderBoundary>
);

const Reload = ({ main = false }: { readonly main?: boolean }) => (
  <Button variant={main ? 'primary' : 'secondary'} onClick={() => location.reload()}>
    Reload Muster
  </Button>
);

/** Browsers word it differently. */
const isMissingScript = (error: Error) =>
  /dynamically imported module|module script failed|error loading.*module/i.test(error.message);
