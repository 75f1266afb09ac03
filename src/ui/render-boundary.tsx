import { Component, type ReactNode } from 'react';

export interface RenderBoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of children that failed to render. */
  readonly fallback: ReactNode;
  /** Another value renders the children again after a failure. */
  readonly resetKey: unknown;
}

interface State {
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** Confines a failure to render to its children. React reports the error to the console, once for each failure. */
export class RenderBoundary extends Component<RenderBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: RenderBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
