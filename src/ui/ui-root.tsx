import type { ReactNode } from 'react';
import { Tooltip } from '@base-ui/react/tooltip';
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
        <Tooltip.Provider delay={400} closeDelay={100} timeout={300}>
          <ToastHost>{children}</ToastHost>
        </Tooltip.Provider>
      </KeysProvider>
    </TickingClockProvider>
  );
}
