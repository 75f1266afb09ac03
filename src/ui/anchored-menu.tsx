import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { MenuProps } from './menu.tsx';

export interface AnchoredMenuProps extends Pick<MenuProps, 'sections' | 'align'> {
  /** Where it opens, and where the focus returns to. */
  readonly anchor: HTMLElement | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const part = lazyPart(async () => {
  const { BaseAnchoredMenu } = await import('./base-menu.tsx');
  return { BaseAnchoredMenu };
}, 'BaseAnchoredMenu');

/** One menu for the buttons of many rows: a list of hundreds mounts one. For a single button use Menu. */
export function AnchoredMenu(props: AnchoredMenuProps) {
  return (
    <Suspense>
      <part.Component {...props} />
    </Suspense>
  );
}
