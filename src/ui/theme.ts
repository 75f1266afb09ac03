import { useSyncExternalStore } from 'react';

/** What the person chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'muster.theme';
const changed = 'muster:theme';

/**
 * Puts the stored choice on <html>. Stands alone, so that its text can be inlined in the page's head and run before the first
 * paint: `<script>(${applyStoredTheme})()</script>`.
 */
export function applyStoredTheme(): void {
  try {
    const choice = localStorage.getItem('muster.theme');
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset['theme'] = choice;
    else delete document.documentElement.dataset['theme'];
  } catch {
    // Storage may be refused; the system's theme is a good answer.
  }
}

function storedTheme(): ThemeChoice {
  try {
    const choice = localStorage.getItem(storageKey);
    return choice === 'light' || choice === 'dark' ? choice : 'system';
  } catch {
    return 'system';
  }
}

function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Not remembered, still applied below.
  }
  const root = document.documentElement.dataset;
  if (choice === 'system') delete root['theme'];
  else root['theme'] = choice;
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    applyStoredTheme();
    listener();
  };
  window.addEventListener(changed, listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The choice and how to change it; remembered on this device and followed by its other tabs. */
export function useTheme(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, storedTheme), chooseTheme];
}
