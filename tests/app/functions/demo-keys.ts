/** Keys of the demonstration's alert senders in the clouds of tests. */
import { demoKeysFrom } from '#demo/team/sender-keys.ts';

/** Given to `seedDemo`, so that tests know the keys. */
export const demoSecret = 'the secret of the tests’ demonstrations';

export const demoKeys = demoKeysFrom(demoSecret);
