/** Addresses of objects have the page's origin: nothing behind one may run script. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect } from '../client.ts';

async function served(contentType: string, contentDisposition?: string): Promise<string | null> {
  const client = connect(new FakeCloud());
  await client.auth.guests.signIn();
  await settle();
  const settings = { contentType, ...(contentDisposition === undefined ? {} : { contentDisposition }) };
  await client.storage.upload('a', new TextEncoder().encode('<svg onload="alert(1)"/>'), settings).done;
  const response = await fetch(await client.storage.downloadUrl('a'));
  await response.arrayBuffer();
  await client.dispose();
  return response.headers.get('content-type');
}
const opaque = 'application/octet-stream';

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/xml',
  'text/javascript',
  'application/pdf',
  'image/png, text/html',
  '',
])('%j is served as opaque bytes', async (type) => expect(await served(type)).toBe(opaque));

test.each(['image/png', 'text/plain', 'text/plain; charset=utf-8', 'audio/mpeg'])(
  '%j is served with its type',
  async (type) => expect(await served(type)).toBe(type),
);

test('a download is served as opaque bytes whatever its type', async () => {
  expect(await served('image/png', 'attachment; filename="a.png"')).toBe(opaque);
  expect(await served('image/png', 'inline; filename="a.png"')).toBe('image/png');
  expect(await served('image/png', 'form-data')).toBe(opaque);
});
