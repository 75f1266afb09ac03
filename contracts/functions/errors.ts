/** Functions: errors of refusals. */
import { expect } from 'vitest';
import { PortError, portErrorCodes } from '#ports/errors.ts';
import { rejection, type Scenario } from '../harness.ts';

export function errorScenarios(scenario: Scenario): void {
  scenario('an error of a function arrives with its code, message and details', async ({ connect }) => {
    const { functions } = await connect();
    const error = await rejection(functions.call('refuse'));
    expect(error).toBeInstanceOf(PortError);
    expect(error).toMatchObject({
      code: 'already-exists',
      message: 'That name is taken.',
      details: { name: 'ops', at: [1, 2] },
      retryable: false,
    });
  });

  scenario('every error code arrives unchanged with its details', async ({ connect }) => {
    const { functions } = await connect();
    for (const code of portErrorCodes) {
      const error = await rejection(functions.call('refuseAs', { code, details: { left: [code, null] } }));
      expect(error).toMatchObject({ code, message: `This is ${code}.`, details: { left: [code, null] } });
      expect((error as PortError).retryable).toBe(new PortError(code, '').retryable);
    }
    const answer = await rejection(functions.call('refuseAs', { code: 'auth/user-not-found' }));
    expect(answer).toMatchObject({ code: 'auth/user-not-found', details: null });
  });

  scenario('error details of any shape arrive unchanged', async ({ connect }) => {
    const { functions } = await connect();
    const enclosed = { portError: 'auth/user-disabled', details: { portError: 'aborted', details: 1 } };
    for (const code of ['not-found', 'storage/unauthorized'] as const)
      for (const details of [null, 0, '', 'text', [], {}, [[1]], enclosed, { ...enclosed, more: 1 }]) {
        const error = await rejection(functions.call('refuseAs', { code, details }));
        expect(error).toMatchObject({ code });
        expect((error as PortError).details).toEqual(details);
      }
  });

  scenario('other exceptions arrive as internal without their message', async ({ connect }) => {
    const { functions } = await connect();
    const error = await rejection(functions.call('fail'));
    expect(error).toMatchObject({ code: 'internal' });
    expect(String((error as PortError).message)).not.toContain('hunter2');
  });

  scenario('a result that JSON can’t hold arrives as internal', async ({ connect }) => {
    const { functions } = await connect();
    expect(await rejection(functions.call('unspeakable'))).toMatchObject({ code: 'internal' });
  });

  scenario(
    'an unknown function rejects with not-found, also under a name of Object.prototype',
    async ({ connect }) => {
      const { functions } = await connect();
      for (const name of ['missing', 'constructor', 'toString'])
        expect(await rejection(functions.call(name))).toMatchObject({ code: 'not-found' });
    },
  );
}
