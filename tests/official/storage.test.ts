import { afterAll, describe } from 'vitest';
import { storageContract } from '#contracts/storage.contract.ts';
import { officialStorage } from './storage-stage.ts';
import { needs, partsInstalled } from './parts.ts';

const { provider, stop } = officialStorage({
  'storage › revokeDownloadUrls invalidates download addresses, and new ones work':
    'the official part adds a token to those there are, where the hosted service puts it in their place',
  'storage › custom metadata are limited to 8 KiB of keys and values':
    'the official part takes changes of any size; what an upload brings is checked before it is sent',
  'storage › a listing is sorted by UTF-8 bytes': 'the official part sorts by UTF-16 units',
  'storage › pages of a listing contain every entry once':
    'the official part counts files only, and tells all folders again on each page',
  'storage › backend code gets invalid-argument for an unknown page token':
    'the official part takes any name of a page, and lists what comes after it',
  'storage › an announced checksum is verified when the upload is complete':
    'the official part does not look at the checksum; the client refuses afterwards, when the file has been replaced',
});

describe.skipIf(!partsInstalled())(`official Storage part (${needs})`, () => {
  afterAll(stop);
  storageContract(provider);
});
