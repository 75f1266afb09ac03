import { describe, expect, it } from 'vitest';
import type { ObjectMetadata } from '#ports/storage/storage.ts';
import { sharedContentHeaders } from './content-headers.ts';

const metadata = (settings: Partial<ObjectMetadata>): ObjectMetadata => ({
  ...{ path: 'a/b c.bin', name: 'b c.bin', size: 1, md5Hash: '', generation: '4', metageneration: '2' },
  ...{ createdAt: 0, updatedAt: 0, contentDisposition: 'inline' },
  ...settings,
});

describe('sharedContentHeaders', () => {
  it.each(['image/png', 'video/mp4', 'text/plain', 'application/pdf', 'text/plain; charset=utf-8'])(
    'serves %s inline',
    (contentType) => {
      expect(sharedContentHeaders(metadata({ contentType }))).toMatchObject({
        'Content-Type': contentType,
        'Content-Disposition': 'inline',
        'X-Content-Type-Options': 'nosniff',
      });
    },
  );

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/javascript',
    'image/png\r\nX: 1',
    '',
  ])('serves %j as a sandboxed download without its type', (contentType) => {
    expect(sharedContentHeaders(metadata({ contentType }))).toMatchObject({
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': "attachment; filename*=utf-8''b%20c.bin",
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
  });

  it('keeps the writer’s headers except invalid ones', () => {
    const given = {
      contentType: 'image/png',
      contentDisposition: 'attachment; filename="x.png"',
      cacheControl: 'no-cache',
      contentLanguage: 'de',
      contentEncoding: 'gzip',
    };
    expect(sharedContentHeaders(metadata(given))).toMatchObject({
      'Content-Disposition': given.contentDisposition,
      'Cache-Control': 'no-cache',
      'Content-Language': 'de',
      'Content-Encoding': 'gzip',
      ETag: '"4-2"',
    });
    const bad = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, `${value}\r\nX: 1`]));
    const headers = sharedContentHeaders(metadata(bad));
    expect(Object.values(headers).join()).not.toMatch(/[\r\n]/u);
    expect(headers).toMatchObject({ 'Cache-Control': 'private, max-age=3600' });
  });
});
