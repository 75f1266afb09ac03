/** Navigation after acknowledging a page: to its incident or alert at once, or by a toast where leaving the screen would lose input. */
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useClock } from '#src/data/client/clock.tsx';
import {
  type Landing as LandingSteps,
  LandingProvider,
  useFindDestination,
  type PageDestination,
} from '#src/data/landing.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import type { ToastAction } from '#src/ui/toast-list.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

/** Longest wait for the server after which it still navigates by itself, in milliseconds. */
const freshFor = 15_000;

interface Acknowledged {
  readonly pageId: string;
  readonly givenAt: number;
  readonly destination: PageDestination | null;
}

export function LandingRedirect({ children }: { readonly children: ReactNode }) {
  const [, navigate] = useLocation();
  const toasts = useToasts();
  const find = useFindDestination();
  const way = useCallback(
    ({ name, href }: PageDestination): ToastAction => ({ label: `Open ${name}`, run: () => navigate(href) }),
    [navigate],
  );
  const [next, setNext] = useState<Acknowledged | null>(null);

  const landing = useMemo<LandingSteps>(() => {
    const found = (pageId: string) => find(pageId).catch(() => null);
    return {
      acknowledged(pageId, givenAt) {
        void found(pageId).then((destination) => setNext({ pageId, givenAt, destination }));
      },
      refused(pageId, error) {
        void found(pageId).then((destination) =>
          toasts.error(
            'The page was not acknowledged',
            explain(error),
            destination ? way(destination) : undefined,
          ),
        );
      },
    };
  }, [find, toasts, way]);

  return (
    <LandingProvider value={landing}>
      {children}
      {next === null ? null : <Leading next={next} way={way} />}
    </LandingProvider>
  );
}

/** Navigates after the alarm has closed and returned the focus. */
function Leading({
  next,
  way,
}: {
  readonly next: Acknowledged;
  readonly way: (destination: PageDestination) => ToastAction;
}) {
  const clock = useClock();
  const toasts = useToasts();
  const { data, error } = useMyOpenPages();
  const lead = useEffectEvent(({ givenAt, destination }: Acknowledged) => {
    const title = destination?.drill
      ? 'Acknowledged. The drill reached this device.'
      : 'Acknowledged. It is assigned to you.';
    if (!destination) return toasts.done(title);
    const action = way(destination);
    if (clock.now() - givenAt > freshFor || !isFree()) return toasts.done(title, undefined, action);
    toasts.done(title);
    return action.run();
  });
  const gone = data !== undefined && !data.items.some(({ value }) => value.id === next.pageId);
  const ready = gone || error !== null;
  const led = useRef<Acknowledged | null>(null);
  useEffect(() => {
    if (!ready || led.current === next) return;
    led.current = next;
    lead(next);
  }, [ready, next]);
  return null;
}

/** Whether navigation loses nothing: no other alarm is open, and no dialog with input. */
function isFree(): boolean {
  if (document.querySelector('[role="alertdialog"]')) return false;
  return Array.from(document.querySelectorAll('[role="dialog"]')).every(
    (dialog) => !dialog.querySelector('form') && !hasText(dialog),
  );
}

const hasText = (dialog: Element): boolean =>
  Array.from(dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')).some(
    (field) => field.value !== '' && !['checkbox', 'radio', 'hidden'].includes(field.type),
  );
