/** Address in links of a host whose port is chosen by the system (`--port 0`). */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { hostMember } from './host-member.ts';
import { openHostStage } from './process.ts';
import { newSigner, samlProviderOf } from '../../contracts/postgres/saml-stage.ts';

const whyNot = await whyNoOwnServer();
const admin = 'ada@example.com';

async function openStage() {
  const stage = await openHostStage();
  onTestFinished(() => stage.close());
  const providers = path.join(stage.folder, 'sign-in.json');
  const provider = samlProviderOf([(await newSigner()).certificate]);
  await writeFile(providers, JSON.stringify({ 'saml.company': provider }));
  return { stage, args: ['--admin', admin, '--sign-in', providers] };
}

/** Addresses of web pages in a text. */
const addressesIn = (text: string) => text.match(/https?:\/\/[^\s"<]+/gu) ?? [];

test.skipIf(whyNot !== null)(
  'links start with the host’s own address, or with the value of --url',
  async () => {
    const { stage, args } = await openStage();
    const host = stage.start(...args);
    const url = await host.ready();
    expect(url.port).not.toBe('0');
    const [, link = ''] = /good once:\n\s+(\S+)/u.exec(host.said()) ?? [];
    expect(new URL(link).origin).toBe(url.origin);
    const browser = hostMember(url);
    await browser.auth.links?.send(admin, { continueUrl: `${url.origin}/signin` });
    await expect.poll(() => host.said()).toContain(`Mail to ${admin}`);
    const [, mail = ''] = host.said().split(`Mail to ${admin}`);
    expect(addressesIn(mail).map((address) => new URL(address).origin)).toEqual([url.origin]);
    await browser.dispose();
    const metadata = await (await fetch(new URL('/host/saml/metadata', url))).text();
    expect(metadata).toContain(`entityID="${url.origin}/host/saml/metadata"`);
    expect(metadata).toContain(`Location="${url.origin}/host/saml/acs"`);
    host.child.kill('SIGTERM');
    await host.ended;

    const behindProxy = stage.start(...args, '--url', 'https://muster.example');
    await behindProxy.ready();
    const [, publicLink = ''] = /good once:\n\s+(\S+)/u.exec(behindProxy.said()) ?? [];
    expect(new URL(publicLink).origin).toBe('https://muster.example');
  },
);
