/** Short messages of what was done or failed. What shows them is a script of its own, fetched with the first or ahead of it. */
import {
  createContext,
  createElement,
  type ComponentType,
  type ReactNode,
  use,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

export interface ToastAction {
  /** A verb: "Undo", "Try again". */
  readonly label: string;
  readonly run: () => void;
}

export interface Toasts {
  /** Says that something was done; leaves after a while, later with an action. */
  done(title: string, detail?: string, action?: ToastAction): void;
  /** Says that something was done and can be taken back; stays ten seconds, longer while hovered or focused. */
  undo(title: string, run: () => void): void;
  /** Says what happened, what it means and what to do; stays until dismissed. */
  error(title: string, detail?: string, action?: ToastAction): void;
}

export interface Toast {
  readonly title: string;
  readonly detail: string | undefined;
  readonly failed: boolean;
  /** After how many milliseconds it leaves; 0 for never. */
  readonly lasts: number;
  readonly action: ToastAction | undefined;
}

/** Toasts on their way to the list: they wait for it, in order. */
export class ToastQueue {
  private waiting: Toast[] = [];
  private show: ((toast: Toast) => void) | null = null;

  add(toast: Toast): void {
    if (this.show) return this.show(toast);
    this.waiting.push(toast);
    // Should it fail, the next toast tries again, and brings this one along.
    void loadToasts().catch(() => undefined);
  }

  /** From now on they go here. Returns the end of that. */
  take(show: (toast: Toast) => void): () => void {
    this.show = show;
    for (const toast of this.waiting.splice(0)) show(toast);
    return () => {
      this.show = null;
    };
  }
}

type List = ComponentType<{ readonly queue: ToastQueue }>;

let list: List | null = null;
const told = new Set<() => void>();

/** Fetches what shows them. */
export async function loadToasts(): Promise<void> {
  const { ToastList } = await import('./toast-list.tsx');
  if (list) return;
  list = ToastList;
  for (const tell of told) tell();
}

function onList(tell: () => void): () => void {
  told.add(tell);
  return () => told.delete(tell);
}

const QueueContext = createContext<ToastQueue | null>(null);

/** Shows toasts from anywhere below UiRoot. */
export function useToasts(): Toasts {
  const queue = use(QueueContext);
  if (!queue) throw new TypeError('Toasts need a ToastHost above them.');
  return useMemo(
    () => ({
      done: (title, detail, action) =>
        queue.add({ title, detail, failed: false, lasts: action ? 10_000 : 4_000, action }),
      undo: (title, run) =>
        queue.add({ title, detail: undefined, failed: false, lasts: 10_000, action: { label: 'Undo', run } }),
      error: (title, detail, action) => queue.add({ title, detail, failed: true, lasts: 0, action }),
    }),
    [queue],
  );
}

/** Where toasts appear. Part of UiRoot. */
export function ToastHost({ children }: { readonly children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue());
  const shown = useSyncExternalStore(onList, () => list);
  return (
    <QueueContext value={queue}>
      {children}
      {shown && createElement(shown, { queue })}
    </QueueContext>
  );
}
