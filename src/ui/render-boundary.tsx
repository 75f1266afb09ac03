import { Component, type ReactNode } from 'react';

export interface RenderBoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of children that failed to render; `retry` renders them again. */
  readonly renderFallback: (error: Error, retry: () => void) => ReactNode;
  /** Another value renders the children again after a failure. */
  readonly resetKey?: unknown;
}

interface State {
  readonly error: Error | null;
  readonly resetKey: unknown;
}

/** Confines a failure to render to its children. React reports the error to the console, once for each failure. */
export class RenderBoundary extends Component<RenderBoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: RenderBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override render(): ReactNode {
    const { children, renderFallback } = this.props;
    const { error } = this.state;
    return error ? renderFallback(error, () => this.setState({ error: null })) : children;
  }
}
