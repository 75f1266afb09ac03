import type { ReactNode } from 'react';
import './base.css';
import { TickingClockProvider, type ClockProviderProps } from './clock.tsx';
import { KeysProvider } from './keys.tsx';
import { ToastHost } from './toasts.tsx';

export interface UiRootProps extends ClockProviderProps {
  readonly children: ReactNode;
}

/** Context providers of the components. Mount once. */
export function UiRoot({ children, ...clock }: UiRootProps) {
  return (
    <TickingClockProvider {...clock}>
      <KeysProvider>
        <ToastHost>{children}</ToastHost>
      </KeysProvider>
    </TickingClockProvider>
  );
}
