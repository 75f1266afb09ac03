/** Links as the router around them understands them: relative to its base, `~` before what is not. */
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
