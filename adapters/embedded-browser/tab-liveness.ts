/**
 * Detection of closed and crashed tabs: each tab holds a lock of its own while it is open; the host waits for that lock.
 */
const lockOf = (tabId: string) => `muster-tab-${tabId}`;

/** Holds this tab's lock from now until the tab is gone. Resolves once it is held. */
export function holdTabLock(tabId: string): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((held) => {
    void navigator.locks.request(lockOf(tabId), () => {
      held();
      return new Promise(() => {});
    });
  });
}

/** Calls back once the tab has released its lock. Without web locks only the goodbye message tells. */
export function onTabGone(tabId: string, gone: () => void): void {
  if (navigator.locks) void navigator.locks.request(lockOf(tabId), gone);
}
