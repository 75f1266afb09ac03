import { useSyncExternalStore } from 'react';

/** `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'muster.theme';
const changed = 'muster:theme';

function storedTheme(): ThemeChoice {
  try {
    const choice = localStorage.getItem(storageKey);
    return choice === 'light' || choice === 'dark' ? choice : 'system';
  } catch {
    return 'system';
  }
}

function apply(choice: ThemeChoice): void {
  const { dataset } = document.documentElement;
  if (choice === 'system') delete dataset['theme'];
  else dataset['theme'] = choice;
}

/** Puts the stored choice on <html>. */
export const applyStoredTheme = (): void => apply(storedTheme());

function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Applied without being stored.
  }
  apply(choice);
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

/** Theme choice and setter; stored in this browser, synchronized across tabs. */
export function useTheme(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, storedTheme), chooseTheme];
}
