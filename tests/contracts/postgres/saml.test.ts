/** SAML sign-in on PostgreSQL: accepted responses of a provider, and responses that are forged, altered, late, or of another sign-in. */
import { expect, onTestFinished, test } from 'vitest';
import type { SamlProviderOptions } from '#adapters/postgres/auth/social/saml/saml-options.ts';
import { rejection } from '#contracts/harness.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { openAuthBrowser, openAuthServer } from './auth-stage.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import {
  newSigner,
  type SamlClaims,
  samlAssertion,
  samlEntityId,
  samlForm,
  samlProviderOf,
  samlRequestOf,
  samlResponse,
  signedAssertion,
} from './saml-stage.ts';
import { newTabShelf } from './wire-stage.ts';

withPostgres();

const provider = 'saml.example' as const;
const [signer, next, stranger] = await Promise.all([newSigner(), newSigner(), newSigner()]);

async function stage(changes: Partial<SamlProviderOptions> = {}) {
  const clock = new ManualClock();
  const { database, schema } = await openBareDatabase();
  const providers = { [provider]: samlProviderOf([signer.certificate], changes) };
  const open = () => openAuthServer(database, clock, { functions: { callables: {} }, providers });
  const server = await open();
  const { wire, backend } = openAuthBrowser(server, clock, newTabShelf());
  const endings = [() => backend.dispose(), () => server.close()];
  onTestFinished(async () => {
    for (const end of endings) await end();
    await database.close();
  });
  const begin = async () => {
    const begun = (await wire.call('auth.beginSocial', { provider })) as { flow: string; address: string };
    return { ...begun, ...samlRequestOf(begun.address) };
  };
  const claims = (id: string, more: Partial<SamlClaims> = {}): SamlClaims => ({
    ...{ now: clock.now(), inResponseTo: id },
    ...more,
  });
  return {
    ...{ clock, server, wire, begin, claims, schema, database },
    async second() {
      const other = await open();
      endings.unshift(() => other.close());
      return other;
    },
    finish: (flow: string, ticket: string | null) =>
      wire.call('auth.finishSocial', { flow, ticket: ticket ?? '', purpose: 'sign-in' }),
    /** Answer to a new sign-in, by what `xml` makes of its request. */
    async answer(xml: (id: string, claims: (more?: Partial<SamlClaims>) => SamlClaims) => string) {
      const { id, relayState } = await begin();
      return server.auth.answerFromSamlProvider(
        samlForm(
          xml(id, (more) => claims(id, more)),
          relayState,
        ),
      );
    },
  };
}

const signed = (claims: SamlClaims, by = signer) => signedAssertion(samlAssertion(claims), by);

test('a person signs in by a signed response, and again to the same account', async () => {
  const { begin, claims, finish, server } = await stage();
  const uids: string[] = [];
  for (const isNewUser of [true, false]) {
    const { id, relayState, flow } = await begin();
    const form = samlForm(samlResponse(signed(claims(id)), id), relayState);
    const { ticket, problem } = await server.auth.answerFromSamlProvider(form);
    expect(problem).toBeNull();
    const answer = (await finish(flow, ticket)) as { user: { uid: string } };
    expect(answer).toMatchObject({
      isNewUser,
      providerId: provider,
      user: { email: 'robin@example.com', emailVerified: true, displayName: 'Robin Castillo' },
    });
    uids.push(answer.user.uid);
  }
  expect(uids[0]).toBe(uids[1]);
});

test('a request names this server, its address, and an id of its own', async () => {
  const { begin } = await stage();
  const [first, second] = [await begin(), await begin()];
  expect(first.xml).toContain('AssertionConsumerServiceURL="http://localhost/host/saml/acs"');
  expect(first.xml).toContain('>http://localhost/host/saml/metadata<');
  expect(first.id).not.toBe(second.id);
  expect(first.relayState.length).toBeLessThanOrEqual(80);
});

test('metadata name the entity id and the address for responses; without a SAML provider there are none', async () => {
  const { server, clock, database } = await stage();
  const xml = await server.auth.samlMetadata();
  expect(xml).toContain('entityID="http://localhost/host/saml/metadata"');
  expect(xml).toContain('Location="http://localhost/host/saml/acs"');
  expect(xml).toContain('WantAssertionsSigned="true"');
  const bare = await openAuthServer(database, clock, { functions: { callables: {} } });
  expect(await bare.auth.samlMetadata()).toBeNull();
  await bare.close();
});

test('two certificates are accepted during a rotation, and no other', async () => {
  const { answer } = await stage({ certificates: [signer.certificate, next.certificate] });
  for (const [by, ok] of [
    [signer, true],
    [next, true],
    [stranger, false],
  ] as const) {
    const { ticket } = await answer((id, claims) => samlResponse(signed(claims(), by), id));
    expect(ticket !== null).toBe(ok);
  }
});

test('an address is verified only if the provider is said to verify', async () => {
  const { begin, claims, finish, server } = await stage({ emailsVerified: false });
  const { id, relayState, flow } = await begin();
  const form = samlForm(samlResponse(signed(claims(id)), id), relayState);
  const { ticket } = await server.auth.answerFromSamlProvider(form);
  expect(await finish(flow, ticket)).toMatchObject({ user: { emailVerified: false } });
});

test('an account with the same address is not taken over', async () => {
  const { begin, claims, finish, server } = await stage();
  await server.auth.users.create({ email: 'robin@example.com', emailVerified: true });
  const { id, relayState, flow } = await begin();
  const form = samlForm(samlResponse(signed(claims(id)), id), relayState);
  const { ticket } = await server.auth.answerFromSamlProvider(form);
  expect(await rejection(finish(flow, ticket))).toMatchObject({
    code: 'auth/account-exists-with-different-credential',
  });
});

const minute = 60_000;
type Forge = (id: string, claims: (more?: Partial<SamlClaims>) => SamlClaims, now: number) => string;
const wrong: readonly (readonly [string, Forge])[] = [
  ['an unsigned assertion', (id, claims) => samlResponse(samlAssertion(claims()), id)],
  ['one signed with another key', (id, claims) => samlResponse(signed(claims(), stranger), id)],
  ['an altered one', (id, claims) => samlResponse(signed(claims()).replace('>robin-1<', '>casey-1<'), id)],
  [
    'another audience',
    (id, claims) => samlResponse(signed(claims({ audience: 'https://other.example' })), id),
  ],
  [
    'another recipient',
    (id, claims) => samlResponse(signed(claims({ recipient: 'https://other.example' })), id),
  ],
  ['another issuer', (id, claims) => samlResponse(signed(claims({ issuer: 'https://other.example' })), id)],
  [
    'an answer to another request',
    (id, claims) => samlResponse(signed(claims({ inResponseTo: '_other' })), id),
  ],
  ['an expired one', (id, claims, now) => samlResponse(signed(claims({ until: now - 2 * minute })), id)],
  ['one of tomorrow', (id, claims, now) => samlResponse(signed(claims({ from: now + 3 * minute })), id)],
  [
    'one that ends in a year',
    (id, claims, now) => samlResponse(signed(claims({ until: now + 365 * 24 * 60 * minute })), id),
  ],
  [
    'a transient id',
    (id, claims) =>
      samlResponse(signed(claims({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })), id),
  ],
  ['an empty id', (id, claims) => samlResponse(signed(claims({ subject: '' })), id)],
  [
    'an id with elements in it',
    (id, claims) => samlResponse(signed(claims({ subject: 'robin-1<x>.evil</x>' })), id),
  ],
  [
    'SHA-1',
    (id, claims) =>
      samlResponse(signedAssertion(samlAssertion(claims()), signer, { signatureAlgorithm: 'sha1' }), id),
  ],
  ['two assertions', (id, claims) => samlResponse(signed(claims()) + signed(claims()), id)],
  ['no assertion', (id) => samlResponse('', id)],
  [
    'an encrypted assertion',
    (id) => samlResponse('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>', id),
  ],
  ['a declined sign-in', (id) => samlResponse('', id).replace('status:Success', 'status:Responder')],
  // Signature wrapping: the signed assertion is somewhere, and another one is where it is read.
  [
    'a forged assertion before the signed one',
    (id, claims) => samlResponse(samlAssertion(claims({ subject: 'admin' })) + signed(claims()), id),
  ],
  [
    'the signed assertion inside of a forged one',
    (id, claims) =>
      samlResponse(
        samlAssertion(claims({ subject: 'admin' })).replace(
          '</saml:Assertion>',
          `${signed(claims())}</saml:Assertion>`,
        ),
        id,
      ),
  ],
  [
    'the signed assertion in an extension of the response',
    (id, claims) =>
      samlResponse(
        `<samlp:Extensions>${signed(claims())}</samlp:Extensions>${samlAssertion(claims({ subject: 'admin' }))}`,
        id,
      ),
  ],
  [
    'a forged assertion with the signature of the signed one, which is in an object of it',
    (id, claims) => {
      const good = signed(claims({ assertionId: '_good' }));
      const [signature = ''] = /<Signature.*<\/Signature>/su.exec(good) ?? [];
      const wrapped = signature.replace(
        '</Signature>',
        `<Object>${good.replace(signature, '')}</Object></Signature>`,
      );
      return samlResponse(
        samlAssertion(claims({ subject: 'admin', assertionId: '_evil' })).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${wrapped}`,
        ),
        id,
      );
    },
  ],
  [
    'a forged assertion with the id of the signed one',
    (id, claims) => {
      const good = signed(claims({ assertionId: '_same' }));
      const [signature = ''] = /<Signature.*<\/Signature>/su.exec(good) ?? [];
      const evil = samlAssertion(claims({ subject: 'admin', assertionId: '_same' }));
      return samlResponse(
        `${evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}<samlp:Extensions>${good}</samlp:Extensions>`,
        id,
      );
    },
  ],
  // Declarations and comments.
  [
    'a comment in the id',
    (id, claims) =>
      samlResponse(
        signed(claims({ subject: 'admin@example.com.evil.example' })).replace(
          'admin@example.com',
          'admin@example.com<!-- -->',
        ),
        id,
      ),
  ],
  [
    'entities',
    (id, claims) =>
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${samlResponse(signed(claims()), id)}`,
  ],
  [
    'a document type of another machine',
    (id) => `<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x">${samlResponse('', id)}`,
  ],
  ['deep nesting', () => '<a>'.repeat(60_000)],
  ['no XML', () => 'hello'],
  ['half of it', (id, claims) => samlResponse(signed(claims()), id).slice(0, -200)],
  ['nothing', () => ''],
];

/** By title; the signature is at fault in the others. */
const reasons: Readonly<Record<string, string>> = {
  'another audience': 'is for another application',
  'another recipient': 'was sent to another address',
  'another issuer': 'is another provider’s',
  'an answer to another request': 'answers another sign-in',
  'an expired one': 'has expired',
  'one of tomorrow': 'is not valid yet',
  'one that ends in a year': 'ends too late',
  'a transient id': 'an id that changes each time',
  'an empty id': 'did not say who this is',
  'an id with elements in it': 'did not say who this is',
  'SHA-1': 'an algorithm that is not accepted here',
  'a comment in the id': 'has a declaration or comment',
  entities: 'has a declaration or comment',
  'a document type of another machine': 'has a declaration or comment',
  'deep nesting': 'has too many elements',
  nothing: 'is not base64',
};

test.each(wrong)('%s signs nobody in', async (title, forge) => {
  const { answer, clock } = await stage();
  const { ticket, problem } = await answer((id, claims) => forge(id, claims, clock.now()));
  expect(ticket).toBeNull();
  expect(problem).toContain(reasons[title] ?? 'The provider’s answer was not accepted.');
});

test('clocks may differ by two minutes', async () => {
  const { answer, clock } = await stage();
  const late = await answer((id, claims) =>
    samlResponse(signed(claims({ until: clock.now() - 119_000, from: clock.now() - 600_000 })), id),
  );
  expect(late.problem).toBeNull();
  const early = await answer((id, claims) =>
    samlResponse(signed(claims({ from: clock.now() + 119_000 })), id),
  );
  expect(early.problem).toBeNull();
});

test('an answer counts once, at two servers at the same moment as well', async () => {
  const { begin, claims, server, second } = await stage();
  const other = await second();
  const { id, relayState } = await begin();
  const form = samlForm(samlResponse(signed(claims(id)), id), relayState);
  const answers = await Promise.all([server, other].map(({ auth }) => auth.answerFromSamlProvider(form)));
  expect(answers.filter(({ ticket }) => ticket !== null)).toHaveLength(1);
  expect((await other.auth.answerFromSamlProvider(form)).problem).toContain('Start again');
});

test('an assertion id counts once for all servers, also when the provider signs it again', async () => {
  const { begin, claims, server, second } = await stage();
  const other = await second();
  const flows = [await begin(), await begin()];
  const tickets: (string | null)[] = [];
  const servers = [server, other];
  for (const [at, { id, relayState }] of flows.entries()) {
    const { auth } = servers[at] ?? server;
    const form = samlForm(samlResponse(signed(claims(id, { assertionId: '_once' })), id), relayState);
    tickets.push((await auth.answerFromSamlProvider(form)).ticket);
  }
  expect(tickets).toEqual([expect.any(String), null]);
});

test('an answer of another browser’s sign-in is accepted by neither', async () => {
  const { begin, claims, server } = await stage();
  const [ada, eve] = [await begin(), await begin()];
  const form = samlForm(samlResponse(signed(claims(eve.id)), eve.id), ada.relayState);
  expect(await server.auth.answerFromSamlProvider(form)).toMatchObject({ ticket: null });
});

test('a ticket of another browser’s sign-in does not finish this one', async () => {
  const { begin, claims, server, finish } = await stage();
  const [ada, eve] = [await begin(), await begin()];
  const form = samlForm(samlResponse(signed(claims(eve.id)), eve.id), eve.relayState);
  const { ticket } = await server.auth.answerFromSamlProvider(form);
  expect(await rejection(finish(ada.flow, ticket))).toMatchObject({ code: 'auth/invalid-credential' });
});

test('an answer that nobody asked for, or without a state, begins nothing', async () => {
  const { claims, server } = await stage();
  const response = samlResponse(signed(claims('_none')), '_none');
  for (const relayState of ['', 'x', 'x'.repeat(5000), '\u0000'])
    expect(await server.auth.answerFromSamlProvider(samlForm(response, relayState))).toMatchObject({
      ticket: null,
      problem: expect.stringContaining('Start again'),
    });
});

test('accepted ids are forgotten once their assertions have expired', async () => {
  const { answer, clock, database } = await stage();
  await answer((id, claims) => samlResponse(signed(claims()), id));
  const kept = async () => (await database.rows('SELECT 1 FROM auth_saml_assertions')).length;
  expect(await kept()).toBe(1);
  await clock.advance(3_600_000);
  await expect.poll(kept).toBe(0);
});

test('the issuer of the assertion is compared, not the one of the response', async () => {
  const { answer } = await stage();
  const { ticket } = await answer((id, claims) =>
    samlResponse(signed(claims()), id).replace(`>${samlEntityId}<`, '>https://other.example<'),
  );
  expect(ticket).not.toBeNull();
});
