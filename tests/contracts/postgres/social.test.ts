/** Sign-in at providers on PostgreSQL: whose sign-in it is, answers that are forged or come twice, and the page that browsers return to. */
import { expect, onTestFinished, test } from 'vitest';
import { socialPage } from '#adapters/postgres/auth/social/social-page.ts';
import { checkedIssuer } from '#adapters/postgres/auth/social/social-providers.ts';
import { rejection } from '#contracts/harness.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { openAuthBrowser, openAuthServer } from './auth-stage.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { type IdentityProvider, StagedSocialBrowser, startIdentityProvider } from './social-stage.ts';
import { newTabShelf } from './wire-stage.ts';

withPostgres();

const provider = 'oidc.example' as const;

async function stage(
  change: (issuer: IdentityProvider) => IdentityProvider['providers'] = (issuer) => issuer.providers,
) {
  const clock = new ManualClock();
  const { database } = await openBareDatabase();
  const issuer = await startIdentityProvider();
  const server = await openAuthServer(database, clock, {
    functions: { callables: {} },
    providers: change(issuer),
  });
  const disposals: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const dispose of disposals) await dispose();
    await server.close();
    await issuer.close();
    await database.close();
  });
  return {
    clock,
    server,
    issuer,
    /** A page of a browser of its own. */
    page() {
      const social = new StagedSocialBrowser(() => server.auth, server.work);
      const { backend, wire } = openAuthBrowser(server, clock, newTabShelf(), {}, true, social);
      disposals.push(() => backend.dispose());
      const { auth } = backend;
      if (!auth.social) throw new Error('This page has no providers.');
      return { auth, social, signIn: auth.social.signIn, wire };
    },
  };
}

const ask = (query: string) => new URLSearchParams(query);

test('a person sent to the provider by another browser’s page is not signed in there', async () => {
  const { page } = await stage();
  const [attacker, victim] = [page(), page()];
  const begun = (await attacker.wire.call('auth.beginSocial', { provider })) as {
    flow: string;
    address: string;
  };
  // The victim opens the address; what the provider answers is handed to the victim's browser alone.
  const ticket = await victim.social.signInAt(begun.address);
  expect(ticket).not.toBe('');
  const guessed = { flow: begun.flow, ticket: 'x'.repeat(ticket.length), purpose: 'sign-in' };
  expect(await rejection(attacker.wire.call('auth.finishSocial', guessed))).toMatchObject({
    code: 'auth/invalid-credential',
  });
});

test('a ticket of another page signs nobody in, and the page continues waiting for its own', async () => {
  const { page } = await stage();
  const [ada, other] = [page(), page()];
  const begun = (await other.wire.call('auth.beginSocial', { provider })) as { address: string };
  const strange = await other.social.signInAt(begun.address);
  const leave = ada.social.openWindow;
  ada.social.openWindow = () => {
    const window = leave();
    return {
      ...window,
      go(address) {
        ada.social.bring(strange);
        window.go(address);
      },
    };
  };
  expect(await ada.signIn({ provider })).toMatchObject({ kind: 'signed-in', isNewUser: true });
});

test('a repeated answer counts once', async () => {
  const { page, server } = await stage();
  const ada = page();
  await ada.signIn({ provider });
  expect(ask(ada.social.lastQuery).has('code')).toBe(true);
  expect(await server.auth.answerFromProvider(ada.social.lastQuery)).toMatchObject({
    ticket: null,
    problem: expect.stringContaining('Start again'),
  });
});

test('an unsolicited, an altered and a declined answer yield no ticket', async () => {
  const { page, server } = await stage();
  const { wire } = page();
  const none = { ticket: null, problem: expect.any(String) };
  for (const query of ['', '?state=x', `?state=${'x'.repeat(5000)}&code=1`, '?state=%00&code=1'])
    expect(await server.auth.answerFromProvider(query)).toMatchObject(none);
  const state = async () => {
    const { address } = (await wire.call('auth.beginSocial', { provider })) as { address: string };
    return ask(new URL(address).search).get('state') ?? '';
  };
  expect(await server.auth.answerFromProvider(`?state=${await state()}&code=forged`)).toMatchObject(none);
  expect(await server.auth.answerFromProvider(`?state=${await state()}&error=access_denied`)).toMatchObject(
    none,
  );
});

test('a closed sign-in popup rejects with its code', async () => {
  const { page, clock } = await stage();
  const ada = page();
  ada.social.declines();
  const signingIn = rejection(ada.signIn({ provider }));
  await expect
    .poll(async () => {
      await clock.advance(1000);
      return Promise.race([signingIn, null]);
    })
    .toMatchObject({ code: 'auth/popup-closed-by-user' });
  expect(ada.auth.currentUser()).toBeNull();
});

test('a ticket that arrives after its window has closed signs in', async () => {
  const { page, clock } = await stage();
  const ada = page();
  ada.social.delays();
  const signingIn = ada.signIn({ provider });
  signingIn.catch(() => {});
  await expect.poll(() => ada.social.isWaiting()).toBe(true);
  await clock.advance(4000);
  await ada.social.arrive();
  expect(await signingIn).toMatchObject({ kind: 'signed-in' });
});

test('a return address of another site is rejected', async () => {
  const { page } = await stage();
  const { wire } = page();
  for (const back of ['https://evil.example/', 'javascript:alert(1)', '//evil.example', 'no address'])
    expect(await rejection(wire.call('auth.beginSocial', { provider, back }))).toMatchObject({
      code: 'invalid-argument',
    });
});

test('an unconfigured and an unreachable provider reject with their reasons', async () => {
  const { page } = await stage(({ providers }) => ({
    'oidc.example': { name: 'Gone', issuer: 'http://localhost:9', clientId: 'x', clientSecret: null },
    'oidc.other': providers['oidc.other'],
  }));
  const ada = page();
  expect(await rejection(ada.signIn({ provider: 'google.com' }))).toMatchObject({
    code: 'auth/operation-not-allowed',
  });
  expect(await rejection(ada.signIn({ provider }))).toMatchObject({
    code: 'auth/internal-error',
    message: 'Gone can’t be reached to sign in. Try again later.',
  });
  expect(await ada.signIn({ provider: 'oidc.other' })).toMatchObject({ kind: 'signed-in' });
});

test('invalid claims of a provider are rejected or omitted', async () => {
  const { page, issuer } = await stage();
  for (const sub of ['', 'x'.repeat(256)]) {
    issuer.says({ sub });
    const ada = page();
    ada.social.declines();
    const begun = (await ada.wire.call('auth.beginSocial', { provider })) as { address: string };
    expect(await ada.social.signInAt(begun.address)).toBe('');
  }
  issuer.says({
    sub: 'odd',
    email: ['a@b.c'],
    email_verified: 'yes',
    name: 'a\u0000b',
    picture: 'javascript:0',
  });
  expect(await page().signIn({ provider })).toMatchObject({
    user: { email: null, emailVerified: false, displayName: null, photoUrl: null },
  });
  issuer.says({ sub: 'odder', email: 'no address', name: '\uD800' });
  expect(await page().signIn({ provider })).toMatchObject({ user: { email: null, displayName: '\uFFFD' } });
});

test('the return page runs its own script only and escapes its input', () => {
  const { html, headers } = socialPage({ ticket: '"><script>', back: "/'<b>", problem: '<img src=x>' });
  expect(html).not.toMatch(/<img|"><script>|<b>/u);
  expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'; script-src 'sha256-/u);
  expect(headers['Referrer-Policy']).toBe('no-referrer');
});

test('an issuer is an https address or one of this machine', () => {
  for (const good of ['https://id.example/realms/team', 'http://localhost:8080', 'http://127.0.0.1:1/'])
    expect(checkedIssuer(good)).toBe(good);
  for (const bad of [
    '',
    'id.example',
    'http://id.example',
    'ftp://id.example',
    'https://a:b@id.example',
    'https://id.example?x',
  ])
    expect(() => checkedIssuer(bad)).toThrow(TypeError);
});
