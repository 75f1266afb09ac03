/** The account chooser of a rehearsed social provider: a question that waits for the person's answer. */
import type { SocialChoice } from './provider-options.ts';

export interface SocialQuestion {
  readonly provider: string;
  readonly accounts: readonly SocialChoice[];
  answer(choice: SocialChoice | null): void;
}

export interface SocialChooser {
  choose<A extends SocialChoice>(provider: string, accounts: readonly A[]): Promise<A | null>;
  /** The question that is open, if any. */
  current(): SocialQuestion | null;
  subscribe(listener: () => void): () => void;
}

export function createSocialChooser(): SocialChooser {
  const listeners = new Set<() => void>();
  let question: SocialQuestion | null = null;
  const show = (next: SocialQuestion | null) => {
    question = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    choose<A extends SocialChoice>(provider: string, accounts: readonly A[]) {
      // A second question takes the first one's place.
      question?.answer(null);
      return new Promise<A | null>((resolve) => {
        show({
          provider,
          accounts,
          answer(choice) {
            show(null);
            resolve(accounts.find(({ uid }) => uid === choice?.uid) ?? null);
          },
        });
      });
    },
    current: () => question,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
