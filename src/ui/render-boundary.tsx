import { Component, type ContextType, createContext, type ErrorInfo, type ReactNode } from 'react';

/** Reporter of errors that a boundary caught. Called once for each. */
export const RenderErrorContext = createContext<(error: Error, componentStack: string) => void>(
  () => undefined,
);

export interface RenderBoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of children that failed to render; `retry` renders them again. */
  readonly renderFallback: (error: Error, retry: () => void) => ReactNode;
  /** Key of the children: another value renders them again after a failure. */
  readonly resetKey?: unknown;
}

interface State {
  readonly error: Error | null;
  readonly resetKey: unknown;
}

/** Confines a failure to render to its children. React writes the error to the console as well. */
export class RenderBoundary extends Component<RenderBoundaryProps, State> {
  static override contextType = RenderErrorContext;
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: RenderBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    const report = this.context as ContextType<typeof RenderErrorContext>;
    report(error, componentStack ?? '');
  }

  override render(): ReactNode {
    const { children, renderFallback } = this.props;
    const { error } = this.state;
    return error ? renderFallback(error, () => this.setState({ error: null })) : children;
  }
}
