/** Installation of the app on this device, where the browser offers one (Chromium's `beforeinstallprompt`). */
import { createStore, useStore } from './store.ts';

/** Event of the offer, which can be used once. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallPrompt | null>(null);

/** Takes offers from now on; the browser's own bar about them does not appear. To be called once, before the page has loaded. */
export function takeInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => offer.set(null));
}

/** Null: there is no offer, or it was used. Else a function that asks, and resolves with whether the person agreed. */
export function useInstall(): (() => Promise<boolean>) | null {
  const prompt = useStore(offer);
  if (!prompt) return null;
  return async () => {
    offer.set(null);
    return (await prompt.prompt()).outcome === 'accepted';
  };
}
