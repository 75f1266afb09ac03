import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { Toast, ToastAction } from './toast-list.tsx';

/** Short messages of what was done or failed. */
export interface Toasts {
  /** Something was done; leaves after four seconds, or ten with an action. */
  done(title: string, detail?: string, action?: ToastAction): void;
  /** Something was done and can be undone; stays ten seconds, longer while hovered or focused. */
  undo(title: string, run: () => void): void;
  /** A failure, its consequence and advice; stays until dismissed. */
  error(title: string, detail?: string, action?: ToastAction): void;
}

const ToastsContext = createContext<Toasts | null>(null);

export const toastList = lazyPart(() => import('./toast-list.tsx'), 'ToastList');

/** Shows toasts from anywhere below UiRoot. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (!toasts) throw new TypeError('Toasts need a ToastHost above them.');
  return toasts;
}

/** Host of the toasts. Part of UiRoot. */
export function ToastHost({ children }: { readonly children: ReactNode }) {
  const [added, setAdded] = useState<readonly Toast[]>([]);
  const toasts = useMemo<Toasts>(() => {
    const add = (toast: Toast) => setAdded((before) => [...before, toast]);
    const done: Toasts['done'] = (title, detail, action) => add({ title, detail, failed: false, action });
    return {
      done,
      undo: (title, run) => done(title, undefined, { label: 'Undo', run }),
      error: (title, detail, action) => add({ title, detail, failed: true, action }),
    };
  }, []);
  return (
    <ToastsContext value={toasts}>
      {children}
      {added.length === 0 ? null : (
        <Suspense>
          <toastList.Component toasts={added} />
        </Suspense>
      )}
    </ToastsContext>
  );
}
