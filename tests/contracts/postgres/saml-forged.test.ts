/** SAML responses that are forged, altered or late: none signs in. */
import { expect, test } from 'vitest';
import { withPostgres } from './provider.ts';
import { openSamlSignIn, signedClaims, signer, strangerSigner } from './saml-sign-in.fixture.ts';
import { type SamlClaims, samlAssertion, samlResponse, signedAssertion } from './saml-stage.ts';

withPostgres();

const minute = 60_000;
type Forge = (id: string, claims: (more?: Partial<SamlClaims>) => SamlClaims, now: number) => string;
const wrong: readonly (readonly [string, Forge])[] = [
  ['an unsigned assertion', (id, claims) => samlResponse(samlAssertion(claims()), id)],
  ['one signed with another key', (id, claims) => samlResponse(signedClaims(claims(), strangerSigner), id)],
  [
    'an altered one',
    (id, claims) => samlResponse(signedClaims(claims()).replace('>robin-1<', '>casey-1<'), id),
  ],
  [
    'another audience',
    (id, claims) => samlResponse(signedClaims(claims({ audience: 'https://other.example' })), id),
  ],
  [
    'another recipient',
    (id, claims) => samlResponse(signedClaims(claims({ recipient: 'https://other.example' })), id),
  ],
  [
    'another issuer',
    (id, claims) => samlResponse(signedClaims(claims({ issuer: 'https://other.example' })), id),
  ],
  [
    'an answer to another request',
    (id, claims) => samlResponse(signedClaims(claims({ inResponseTo: '_other' })), id),
  ],
  [
    'an expired one',
    (id, claims, now) => samlResponse(signedClaims(claims({ until: now - 2 * minute })), id),
  ],
  [
    'one of tomorrow',
    (id, claims, now) => samlResponse(signedClaims(claims({ from: now + 3 * minute })), id),
  ],
  [
    'one that ends in a year',
    (id, claims, now) => samlResponse(signedClaims(claims({ until: now + 365 * 24 * 60 * minute })), id),
  ],
  [
    'a transient id',
    (id, claims) =>
      samlResponse(
        signedClaims(claims({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })),
        id,
      ),
  ],
  ['an empty id', (id, claims) => samlResponse(signedClaims(claims({ subject: '' })), id)],
  [
    'an id with elements in it',
    (id, claims) => samlResponse(signedClaims(claims({ subject: 'robin-1<x>.evil</x>' })), id),
  ],
  [
    'SHA-1',
    (id, claims) =>
      samlResponse(signedAssertion(samlAssertion(claims()), signer, { signatureAlgorithm: 'sha1' }), id),
  ],
  ['two assertions', (id, claims) => samlResponse(signedClaims(claims()) + signedClaims(claims()), id)],
  ['no assertion', (id) => samlResponse('', id)],
  [
    'an encrypted assertion',
    (id) => samlResponse('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>', id),
  ],
  ['a declined sign-in', (id) => samlResponse('', id).replace('status:Success', 'status:Responder')],
  // Signature wrapping: the signed assertion stands elsewhere, and a forged assertion at the place that is read.
  [
    'a forged assertion before the signed one',
    (id, claims) => samlResponse(samlAssertion(claims({ subject: 'admin' })) + signedClaims(claims()), id),
  ],
  [
    'the signed assertion inside of a forged one',
    (id, claims) =>
      samlResponse(
        samlAssertion(claims({ subject: 'admin' })).replace(
          '</saml:Assertion>',
          `${signedClaims(claims())}</saml:Assertion>`,
        ),
        id,
      ),
  ],
  [
    'the signed assertion in an extension of the response',
    (id, claims) =>
      samlResponse(
        `<samlp:Extensions>${signedClaims(claims())}</samlp:Extensions>${samlAssertion(claims({ subject: 'admin' }))}`,
        id,
      ),
  ],
  [
    'a forged assertion with the signature of the signed one, which is in an object of it',
    (id, claims) => {
      const good = signedClaims(claims({ assertionId: '_good' }));
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
      const good = signedClaims(claims({ assertionId: '_same' }));
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
        signedClaims(claims({ subject: 'admin@example.com.evil.example' })).replace(
          'admin@example.com',
          'admin@example.com<!-- -->',
        ),
        id,
      ),
  ],
  [
    'entities',
    (id, claims) =>
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${samlResponse(signedClaims(claims()), id)}`,
  ],
  [
    'a document type of another machine',
    (id) => `<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x">${samlResponse('', id)}`,
  ],
  ['deep nesting', () => '<a>'.repeat(60_000)],
  ['no XML', () => 'hello'],
  ['half of it', (id, claims) => samlResponse(signedClaims(claims()), id).slice(0, -200)],
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
  const { answer, clock } = await openSamlSignIn();
  const { ticket, problem } = await answer((id, claims) => forge(id, claims, clock.now()));
  expect(ticket).toBeNull();
  expect(problem).toContain(reasons[title] ?? 'The provider’s answer was not accepted.');
});

test('clocks may differ by up to two minutes', async () => {
  const { answer, clock } = await openSamlSignIn();
  const late = await answer((id, claims) =>
    samlResponse(signedClaims(claims({ until: clock.now() - 119_000, from: clock.now() - 600_000 })), id),
  );
  expect(late.problem).toBeNull();
  const early = await answer((id, claims) =>
    samlResponse(signedClaims(claims({ from: clock.now() + 119_000 })), id),
  );
  expect(early.problem).toBeNull();
});
