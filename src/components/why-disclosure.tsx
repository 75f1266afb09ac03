/** A question that opens to its answer, which is fetched when it is opened. */
import { Suspense, useState, type ReactNode } from 'react';
import { PanelBoundary } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './why.module.css';

export interface WhyDisclosureProps {
  readonly title: string;
  /** Drawn while it is open. */
  readonly children: ReactNode;
}

export function WhyDisclosure({ title, children }: WhyDisclosureProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.why} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? (
        <PanelBoundary title={title}>
          <Suspense fallback={<Skeleton label="Loading the answer" shape="text" count={2} />}>
            {children}
          </Suspense>
        </PanelBoundary>
      ) : null}
    </details>
  );
}
