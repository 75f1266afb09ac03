/** What the person should know about the place where their data is. */
export interface Notices {
  say(notice: string): void;
  dismiss(notice: string): void;
  /** This page is too old to go on. */
  retire(): void;
  current(): NoticesNow;
  subscribe(listener: () => void): () => void;
}

interface NoticesNow {
  readonly sentences: readonly string[];
  readonly retired: boolean;
}

export function createNotices(): Notices {
  const listeners = new Set<() => void>();
  let now: NoticesNow = { sentences: [], retired: false };
  const change = (next: NoticesNow) => {
    now = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    say(notice) {
      if (!now.sentences.includes(notice)) change({ ...now, sentences: [...now.sentences, notice] });
    },
    dismiss: (notice) => change({ ...now, sentences: now.sentences.filter((other) => other !== notice) }),
    retire: () => change({ ...now, retired: true }),
    current: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
