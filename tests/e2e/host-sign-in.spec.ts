/** Sign-in at an OpenID Connect and a SAML provider on a host: in a window, and by leaving the page. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';
import { freePort } from '../free-port.ts';
import { openHostStage } from '../app/host/process.ts';
import {
  newSigner,
  samlAssertion,
  samlProviderOf,
  samlRequestOf,
  samlResponse,
  signedAssertion,
} from '../contracts/postgres/saml-stage.ts';
import { expect, expectAccessible, test as base } from './support.ts';

const test = base.extend<{ readonly origin: string }>({
  origin: async ({}, provide) => {
    const issuer = new OAuth2Server();
    await issuer.issuer.keys.generate('RS256');
    await issuer.start(0, 'localhost');
    issuer.service.on('beforeTokenSigning', (token: { readonly payload: Record<string, unknown> }) => {
      Object.assign(token.payload, {
        sub: 'robin',
        email: 'robin@example.com',
        name: 'Robin Castillo',
        email_verified: true,
      });
    });
    const stage = await openHostStage();
    const file = path.join(stage.folder, 'providers.json');
    const company = {
      name: 'Example ID',
      issuer: issuer.issuer.url,
      clientId: 'muster',
      clientSecret: 'a secret',
    };
    const port = await freePort();
    const saml = await startSamlProvider(`http://localhost:${port}`);
    await writeFile(file, JSON.stringify({ 'oidc.company': company, 'saml.company': saml.provider }));
    const url = await stage.start('--port', String(port), '--sign-in', file).ready();
    await provide(url.origin);
    await stage.close();
    await issuer.stop();
    saml.close();
  },
});

/** A SAML provider whose person is signed in already: its page posts the response at once. */
async function startSamlProvider(origin: string) {
  const signer = await newSigner();
  const server = createServer((request, response) => {
    const { id, relayState } = samlRequestOf(`http://localhost${request.url ?? ''}`);
    const assertion = samlAssertion({
      ...{ now: Date.now(), inResponseTo: id, email: 'casey@example.com', subject: 'casey-1' },
      ...{ audience: `${origin}/host/saml/metadata`, recipient: `${origin}/host/saml/acs` },
    });
    const xml = samlResponse(signedAssertion(assertion, signer), id);
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><form method="post" action="${origin}/host/saml/acs">${field('SAMLResponse', Buffer.from(xml).toString('base64'))}${field('RelayState', relayState)}</form><script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  const provider = samlProviderOf([signer.certificate], {
    name: 'Example SAML',
    signInAddress: `http://localhost:${port}/sso`,
  });
  return { provider, close: () => void server.close() };
}

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

for (const name of ['Example ID', 'Example SAML'])
  test(`a person signs in at ${name} in a popup, and by redirect where popups are blocked`, async ({
    browser,
    origin,
  }) => {
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    await page.goto('/signin');
    const button = page.getByRole('button', { name: `Continue with ${name}` });
    await expect(button).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
    await expectAccessible(page);
    await button.click();
    await expect(
      page
        .getByText(name === 'Example ID' ? 'robin@example.com' : 'casey@example.com')
        .or(page.getByRole('heading', { name: /welcome/iu }))
        .first(),
    ).toBeVisible();

    // A browser that opens no windows.
    const strict = await browser.newContext({ baseURL: origin });
    await strict.addInitScript(() => {
      globalThis.open = () => null;
    });
    const other = await strict.newPage();
    await other.goto('/signin');
    await other.getByRole('button', { name: `Continue with ${name}` }).click();
    await expect(
      other
        .getByText(name === 'Example ID' ? 'robin@example.com' : 'casey@example.com')
        .or(other.getByRole('heading', { name: /welcome/iu }))
        .first(),
    ).toBeVisible();
    for (const one of [context, strict]) await one.close();
  });
