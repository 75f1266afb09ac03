import * as v from 'valibot';
import { expect, test } from 'vitest';
import { mailAddressSchema } from './mail-address.ts';
import { mailDomainSchema } from './team/schema.ts';

const read = (text: string) => v.safeParse(mailAddressSchema, text);

test.each([
  'noor@example.com',
  "o'brien@example.com",
  'research&development@example.com',
  'sam_harbour.example#EXT#@harbour.onmicrosoft.com',
  'noor+pages@mail.example.co.uk',
  'jo@xn--bcher-kva.example',
  'jo@example.xn--p1ai',
  'a!b=c~d{e}@example.com',
  '1@1.example',
])('%s is an address', (address) => {
  expect(read(address)).toMatchObject({ success: true, output: address });
});

test.each([
  [' noor@example.com ', 'noor@example.com'],
  ['jo@bücher.example', 'jo@xn--bcher-kva.example'],
  ['jo@пример.рф', 'jo@xn--e1afmkfd.xn--p1ai'],
])('“%s” is read as %s', (text, address) => {
  expect(read(text)).toMatchObject({ success: true, output: address });
});

test.each([
  '',
  'noor',
  'noor@',
  '@example.com',
  'noor@example',
  'noor@@example.com',
  'noor@example..com',
  'noor@-example.com',
  'noor@example.com.',
  'noor smith@example.com',
  'noor@exa mple.com',
  'noor@example.com/ü',
  'noor@bücher.example:80',
  'noor@bücher.example?x.example',
  'noor\n@example.com',
  'nöör@example.com',
  `${'a'.repeat(250)}@example.com`,
])('“%s” is no address', (text) => {
  expect(read(text).success).toBe(false);
});

test('a mail domain of a team is read like the domain of an address', () => {
  expect(v.parse(mailDomainSchema, 'Bücher.example')).toBe('xn--bcher-kva.example');
  expect(v.safeParse(mailDomainSchema, 'bücher.example/x').success).toBe(false);
});
