import { createStore, type Store } from '#src/data/client/store.ts';

interface NoticesNow {
  readonly sentences: readonly string[];
  readonly retired: boolean;
}

/** Notices about the storage of this browser's data. */
export interface AppNotices extends Pick<Store<NoticesNow>, 'current' | 'subscribe'> {
  say(notice: string): void;
  dismiss(notice: string): void;
  /** A newer version of the app has taken over: the page must be reloaded. */
  retire(): void;
}

export function createAppNotices(): AppNotices {
  const { current, set, subscribe } = createStore<NoticesNow>({ sentences: [], retired: false });
  return {
    current,
    subscribe,
    say: (notice) => set({ ...current(), sentences: [...new Set([...current().sentences, notice])] }),
    dismiss: (notice) =>
      set({ ...current(), sentences: current().sentences.filter((other) => other !== notice) }),
    retire: () => set({ ...current(), retired: true }),
  };
}
