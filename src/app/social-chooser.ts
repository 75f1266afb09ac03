/** Account chooser of simulated social providers. */
import type { SocialChoice } from './provider-options.ts';
import { createStore, type Store } from '#src/data/client/store.ts';

export interface SocialQuestion {
  readonly provider: string;
  readonly accounts: readonly SocialChoice[];
  answer(choice: SocialChoice | null): void;
}

export interface SocialChooser extends Pick<Store<SocialQuestion | null>, 'current' | 'subscribe'> {
  choose<A extends SocialChoice>(provider: string, accounts: readonly A[]): Promise<A | null>;
}

export function createSocialChooser(): SocialChooser {
  const { current, set, subscribe } = createStore<SocialQuestion | null>(null);
  return {
    current,
    subscribe,
    choose<A extends SocialChoice>(provider: string, accounts: readonly A[]) {
      // A second question cancels the first.
      current()?.answer(null);
      return new Promise<A | null>((resolve) => {
        set({
          provider,
          accounts,
          answer(choice) {
            set(null);
            resolve(accounts.find(({ uid }) => uid === choice?.uid) ?? null);
          },
        });
      });
    },
  };
}
