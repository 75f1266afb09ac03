/** Extensions of the Firebase provider: those that its manifest names. */
import { expect, it } from 'vitest';
import { openFirebase } from '#adapters/firebase/backend.ts';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import { misnamed } from '#contracts/extensions.ts';
import { projectOf } from './hosted/stage.ts';

it('an extension is null exactly where the manifest declares no support', async () => {
  const client = openFirebase({ project: projectOf('extensions') });
  expect(misnamed(client, firebaseCapabilities)).toEqual([]);
  expect(
    misnamed({ ...client, functions: { ...client.functions, stream: null } }, firebaseCapabilities),
  ).toEqual(['functions.stream']);
  await client.dispose();
});
