/** Links relative to the router's base; `~` marks an absolute one. */
import type { ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';
import { pathOf } from '#src/data/links.ts';
import { NavigateProvider } from '#src/ui/link.tsx';

export function RouterLinks({ children }: { readonly children: ReactNode }) {
  const { base } = useRouter();
  const [, navigate] = useLocation();
  return (
    <NavigateProvider navigate={(link) => navigate(link)} hrefOf={(link) => pathOf(link, base)}>
      {children}
    </NavigateProvider>
  );
}
