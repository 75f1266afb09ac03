import { afterAll, describe } from 'vitest';
import { storageContract } from '#contracts/storage.contract.ts';
import { officialStorage } from './storage-stage.ts';
import { needs, partsInstalled } from './parts.ts';

const { provider, stop } = officialStorage({
  'storage › the server takes download addresses back; new ones work':
    'the official part adds a token to those there are, where the hosted service puts it in their place',
  'storage › custom metadata are 8 KiB at most, keys and values together':
    'the official part takes changes of any size; what an upload brings is checked before it is sent',
  'storage › a listing is in the order of UTF-8 bytes': 'the official part sorts by UTF-16 units',
  'storage › pages of a listing have everything once':
    'the official part counts files only, and tells all folders again on each page',
  'storage › backend code is refused a listing from a page that there is not':
    'the official part takes any name of a page, and lists what comes after it',
  'storage › a checksum that was announced is checked when all has arrived':
    'the official part does not look at the checksum; the client refuses afterwards, when the file has been replaced',
});

describe.skipIf(!partsInstalled())(`official Storage part (${needs})`, () => {
  afterAll(stop);
  storageContract(provider);
});
