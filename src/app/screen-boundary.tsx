import { Component, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

/** Keeps a broken screen from taking the frame, and the page that may be ringing, with it. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const reload = (
      <Button variant="primary" onClick={() => location.reload()}>
        Reload Muster
      </Button>
    );
    if (isMissingScript(error))
      return (
        <ErrorState
          title="This screen could not be fetched"
          meaning="The connection is gone, or Muster was renewed since this page was opened."
          advice="Reload to get the newest version. Nothing you typed is lost."
          action={reload}
        />
      );
    return (
      <ErrorState
        title="This screen stopped working"
        meaning="Something in it failed that should not have. The rest of Muster goes on, and nothing you typed is lost."
        advice="Try again; if it fails again, reload."
        action={
          <>
            <Button variant="primary" onClick={() => this.setState({ error: null })}>
              Try again
            </Button>
            <Button onClick={() => location.reload()}>Reload Muster</Button>
          </>
        }
      />
    );
  }
}

/** Browsers word it differently. */
const isMissingScript = (error: Error) =>
  /dynamically imported module|module script failed|error loading.*module/i.test(error.message);
