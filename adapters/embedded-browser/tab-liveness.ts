/**
 * How a host learns that a tab is gone, even one that crashed: each tab holds a lock of its own for as long as it lives, and
 * whoever gets that lock next knows.
 */
const lockOf = (tabId: string) => `muster-tab-${tabId}`;

/** Holds this tab's lock from now until the tab is gone. Resolves once it is held. */
export function holdLifeline(tabId: string): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((held) => {
    void navigator.locks.request(lockOf(tabId), () => {
      held();
      return new Promise(() => {});
    });
  });
}

/** Calls back once the tab that holds the lock is gone. Without locks only a goodbye tells. */
export function onTabGone(tabId: string, gone: () => void): void {
  if (navigator.locks) void navigator.locks.request(lockOf(tabId), gone);
}
