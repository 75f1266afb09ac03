import { expect, test } from 'vitest';
import { fileHeaders, inertImageTypes, isInertImage } from './files.ts';

test('inert images keep their type and open in place', () => {
  for (const type of inertImageTypes)
    expect(fileHeaders('graph', type)).toEqual({
      contentType: type,
      contentDisposition: `inline; filename="graph"; filename*=UTF-8''graph`,
    });
});

test.each([
  'image/svg+xml',
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  'application/pdf',
  'text/plain',
  'image/PNG; charset=utf-7',
  '',
])('%s is stored as opaque bytes to download', (type) => {
  expect(isInertImage(type)).toBe(false);
  expect(fileHeaders('a', type)).toEqual({
    contentType: 'application/octet-stream',
    contentDisposition: `attachment; filename="a"; filename*=UTF-8''a`,
  });
});

test.each([
  ['report.html', 'report.html', 'report.html'],
  ['Fehler “größer”.log', 'Fehler _gr__er_.log', 'Fehler%20%E2%80%9Cgr%C3%B6%C3%9Fer%E2%80%9D.log'],
  ['a"; filename="b.exe', 'a_; filename=_b.exe', 'a%22%3B%20filename%3D%22b.exe'],
  ['x\r\nSet-Cookie: a=b', 'x__Set-Cookie: a=b', 'x%0D%0ASet-Cookie%3A%20a%3Db'],
  ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
  ['100%41.txt', '100_41.txt', '100%2541.txt'],
  ['cut \uD83D', 'cut _', 'cut%20%EF%BF%BD'],
])('the name %j is encoded', (name, ascii, utf8) => {
  expect(fileHeaders(name, '').contentDisposition).toBe(
    `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`,
  );
});
