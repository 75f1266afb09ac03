import type { ReactNode } from 'react';
import './base.css';
import { ClockProvider, type ClockProviderProps } from './clock.tsx';
import { KeysProvider } from './keys.tsx';
import { NavigateProvider } from './link.tsx';
import { ToastHost } from './toasts.tsx';

export interface UiRootProps extends ClockProviderProps {
  /** How links move within the app. */
  readonly navigate: (href: string) => void;
  readonly children: ReactNode;
}

/** Everything the components need above them, once, around the app. */
export function UiRoot({ navigate, children, ...clock }: UiRootProps) {
  return (
    <ClockProvider {...clock}>
      <NavigateProvider navigate={navigate}>
        <KeysProvider>
          <ToastHost>{children}</ToastHost>
        </KeysProvider>
      </NavigateProvider>
    </ClockProvider>
  );
}
