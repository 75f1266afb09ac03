/** The promises of `Backend.dispose`, for every provider that there is a stage for. */
import { expect } from 'vitest';
import { contract, type Provider } from './harness.ts';

export function disposingContract(provider: Provider): void {
  contract('disposing', provider, (scenario) => {
    scenario(
      'dispose called twice resolves once the first call has finished, and all subscriptions end',
      async (scene) => {
        const client = await scene.connect();
        const over: string[] = [];
        const first = client.dispose().then(() => over.push('first'));
        const second = client.dispose().then(() => over.push('second'));
        await Promise.all([first, second]);
        expect(over).toEqual(['first', 'second']);
        await client.dispose();
        expect(scene.openSubscriptions(client)).toBe(0);
      },
    );
  });
}
