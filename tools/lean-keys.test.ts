/** Tokens of App Check, by lean packages: the keys are read by a package that is loaded then. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { leanPackages, namedScripts } from './lean-packages.ts';

interface Verifying {
  readonly PublicKeySignatureVerifier: {
    readonly withJwksUrl: (url: string) => { readonly verify: (token: string) => Promise<void> };
  };
}

async function verifying(): Promise<Verifying['PublicKeySignatureVerifier']> {
  const root = path.resolve(import.meta.dirname, '..');
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const services = ['firestore', 'auth'].map((name) => `import 'firebase-admin/${name}';`);
  const jwt = path.join(root, 'node_modules/firebase-admin/lib/utils/jwt.js');
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      leanPackages(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) =>
          id === 'entry'
            ? [...services, `export { PublicKeySignatureVerifier } from ${JSON.stringify(jwt)};`].join('\n')
            : null,
      },
    ],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: 'entry',
        output: { ...namedScripts, format: 'es', entryFileNames: 'entry.mjs' },
      },
    },
    ssr: { noExternal: true },
  });
  const built = (await import(pathToFileURL(path.join(folder, 'entry.mjs')).href)) as Verifying;
  return built.PublicKeySignatureVerifier;
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

test('a token is verified by a fetched key, and a changed token is rejected', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
  const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [key] })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  const verifier = (await verifying()).withJwksUrl(url);

  const text = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded({ sub: 'app', exp: 4e9 })}`;
  const signature = sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url');
  await expect(verifier.verify(`${text}.${signature}`)).resolves.toBeUndefined();
  const changed = text.replace(/\..*/, `.${encoded({ sub: 'other', exp: 4e9 })}`);
  await expect(verifier.verify(`${changed}.${signature}`)).rejects.toThrow('invalid signature');
});
