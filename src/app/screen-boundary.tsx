import type { ReactNode } from 'react';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { RenderBoundary } from '#src/ui/render-boundary.tsx';

/** Confines a failure to its screen: the frame, and an open page, stay. */
export const ScreenBoundary = ({ children }: { readonly children: ReactNode }) => (
  <RenderBoundary
    renderFallback={(error, retry) =>
      isMissingScript(error) ? (
        <ErrorState
          title="This screen could not be fetched"
          meaning="The connection is gone, or Muster was updated since this page was opened."
          advice="Reload to get the newest version. Nothing you typed is lost."
          action={<Reload main />}
        />
      ) : (
        <ErrorState
          title="This screen stopped working"
          meaning="An unexpected error occurred in it. The rest of Muster works, and nothing you typed is lost."
          advice="Try again; if it fails again, reload."
          action={
            <>
              <PlainButton variant="primary" onClick={retry}>
                Try again
              </PlainButton>
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
  <PlainButton variant={main ? 'primary' : 'secondary'} onClick={() => location.reload()}>
    Reload Muster
  </PlainButton>
);

/** The messages of the browsers for a script that could not be fetched. */
const isMissingScript = (error: Error) =>
  /dynamically imported module|module script failed|error loading.*module/i.test(error.message);
