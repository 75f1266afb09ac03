import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { AppFrame } from '#src/ui/app-frame.tsx';
import { nav } from './nav.tsx';

export function Frame({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  return <AppFrame nav={nav(path)}>{children}</AppFrame>;
}
