import { expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { backendContract } from '#contracts/backend.contract.ts';
import { copiesContract } from '#contracts/backend/copies.ts';
import { faultsContract } from '#contracts/backend/faults.ts';
import { embedded } from './provider.ts';

backendContract(embedded);
faultsContract(embedded);
copiesContract(embedded);

test('control.accounts returns the accounts of the cloud’s options', async () => {
  const credential = { kind: 'password', email: 'ann@example.com', password: 'correct horse' } as const;
  const account = { name: 'Ann', description: 'On call', credential };
  const client = connect(new FakeCloud({ accounts: [account] }));
  expect(await client.control.accounts()).toEqual([account]);
});
