/** People of tests, and where their browsers keep things. */
import { memoryStore } from '#provider-kit/memory-store.ts';

export const password = 'correct horse';
export const stores = () => ({ local: memoryStore(), session: memoryStore() });
export const account = (name: string) => ({ email: `${name}@example.com`, password });
export const credential = (name: string) => ({ kind: 'password', ...account(name) }) as const;
