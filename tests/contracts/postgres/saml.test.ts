/** SAML sign-in on PostgreSQL: accepted responses of a provider, and responses of another sign-in. */
import { expect, test } from 'vitest';
import { rejection } from '#contracts/harness.ts';
import { openAuthServer } from './auth-stage.ts';
import { withPostgres } from './provider.ts';
import {
  nextSigner,
  openSamlSignIn,
  samlTestProvider,
  signedClaims,
  signer,
  strangerSigner,
} from './saml-sign-in.fixture.ts';
import { samlEntityId, samlForm, samlResponse } from './saml-stage.ts';

withPostgres();

test('a person signs in by a signed response, and again to the same account', async () => {
  const { begin, claims, finish, server } = await openSamlSignIn();
  const uids: string[] = [];
  for (const isNewUser of [true, false]) {
    const { id, relayState, flow } = await begin();
    const form = samlForm(samlResponse(signedClaims(claims(id)), id), relayState);
    const { ticket, problem } = await server.auth.answerFromSamlProvider(form);
    expect(problem).toBeNull();
    const answer = (await finish(flow, ticket)) as { user: { uid: string } };
    expect(answer).toMatchObject({
      isNewUser,
      providerId: samlTestProvider,
      user: { email: 'robin@example.com', emailVerified: true, displayName: 'Robin Castillo' },
    });
    uids.push(answer.user.uid);
  }
  expect(uids[0]).toBe(uids[1]);
});

test('a request contains this server’s entity id and address, and a new id', async () => {
  const { begin } = await openSamlSignIn();
  const [first, second] = [await begin(), await begin()];
  expect(first.xml).toContain('AssertionConsumerServiceURL="http://localhost/host/saml/acs"');
  expect(first.xml).toContain('>http://localhost/host/saml/metadata<');
  expect(first.id).not.toBe(second.id);
  expect(first.relayState.length).toBeLessThanOrEqual(80);
});

test('metadata contain the entity id and the response address, and are missing without a SAML provider', async () => {
  const { server, clock, database } = await openSamlSignIn();
  const xml = await server.auth.samlMetadata();
  expect(xml).toContain('entityID="http://localhost/host/saml/metadata"');
  expect(xml).toContain('Location="http://localhost/host/saml/acs"');
  expect(xml).toContain('WantAssertionsSigned="true"');
  const bare = await openAuthServer(database, clock, { functions: { callables: {} } });
  expect(await bare.auth.samlMetadata()).toBeNull();
  await bare.close();
});

test('during a rotation two certificates are accepted and no other', async () => {
  const { answer } = await openSamlSignIn({ certificates: [signer.certificate, nextSigner.certificate] });
  for (const [by, ok] of [
    [signer, true],
    [nextSigner, true],
    [strangerSigner, false],
  ] as const) {
    const { ticket } = await answer((id, claims) => samlResponse(signedClaims(claims(), by), id));
    expect(ticket !== null).toBe(ok);
  }
});

test('an address is verified only if the provider is configured as verifying', async () => {
  const { begin, claims, finish, server } = await openSamlSignIn({ emailsVerified: false });
  const { id, relayState, flow } = await begin();
  const form = samlForm(samlResponse(signedClaims(claims(id)), id), relayState);
  const { ticket } = await server.auth.answerFromSamlProvider(form);
  expect(await finish(flow, ticket)).toMatchObject({ user: { emailVerified: false } });
});

test('an account with the same address is not taken over', async () => {
  const { begin, claims, finish, server } = await openSamlSignIn();
  await server.auth.users.create({ email: 'robin@example.com', emailVerified: true });
  const { id, relayState, flow } = await begin();
  const form = samlForm(samlResponse(signedClaims(claims(id)), id), relayState);
  const { ticket } = await server.auth.answerFromSamlProvider(form);
  expect(await rejection(finish(flow, ticket))).toMatchObject({
    code: 'auth/account-exists-with-different-credential',
  });
});

test('an answer counts once, also at two servers at the same moment', async () => {
  const { begin, claims, server, second } = await openSamlSignIn();
  const other = await second();
  const { id, relayState } = await begin();
  const form = samlForm(samlResponse(signedClaims(claims(id)), id), relayState);
  const answers = await Promise.all([server, other].map(({ auth }) => auth.answerFromSamlProvider(form)));
  expect(answers.filter(({ ticket }) => ticket !== null)).toHaveLength(1);
  expect((await other.auth.answerFromSamlProvider(form)).problem).toContain('Start again');
});

test('an assertion id counts once across servers, also when the provider signs it again', async () => {
  const { begin, claims, server, second } = await openSamlSignIn();
  const other = await second();
  const flows = [await begin(), await begin()];
  const tickets: (string | null)[] = [];
  const servers = [server, other];
  for (const [at, { id, relayState }] of flows.entries()) {
    const { auth } = servers[at] ?? server;
    const form = samlForm(samlResponse(signedClaims(claims(id, { assertionId: '_once' })), id), relayState);
    tickets.push((await auth.answerFromSamlProvider(form)).ticket);
  }
  expect(tickets).toEqual([expect.any(String), null]);
});

test('an answer to another browser’s sign-in is not accepted', async () => {
  const { begin, claims, server } = await openSamlSignIn();
  const [ada, eve] = [await begin(), await begin()];
  const form = samlForm(samlResponse(signedClaims(claims(eve.id)), eve.id), ada.relayState);
  expect(await server.auth.answerFromSamlProvider(form)).toMatchObject({ ticket: null });
});

test('a ticket of another browser’s sign-in does not finish this sign-in', async () => {
  const { begin, claims, server, finish } = await openSamlSignIn();
  const [ada, eve] = [await begin(), await begin()];
  const form = samlForm(samlResponse(signedClaims(claims(eve.id)), eve.id), eve.relayState);
  const { ticket } = await server.auth.answerFromSamlProvider(form);
  expect(await rejection(finish(ada.flow, ticket))).toMatchObject({ code: 'auth/invalid-credential' });
});

test('an unsolicited answer or one without a state is not accepted', async () => {
  const { claims, server } = await openSamlSignIn();
  const response = samlResponse(signedClaims(claims('_none')), '_none');
  for (const relayState of ['', 'x', 'x'.repeat(5000), '\u0000'])
    expect(await server.auth.answerFromSamlProvider(samlForm(response, relayState))).toMatchObject({
      ticket: null,
      problem: expect.stringContaining('Start again'),
    });
});

test('accepted assertion ids are removed once they have expired', async () => {
  const { answer, clock, database } = await openSamlSignIn();
  await answer((id, claims) => samlResponse(signedClaims(claims()), id));
  const kept = async () => (await database.rows('SELECT 1 FROM auth_saml_assertions')).length;
  expect(await kept()).toBe(1);
  await clock.advance(3_600_000);
  await expect.poll(kept).toBe(0);
});

test('the issuer of the assertion is checked, not that of the response', async () => {
  const { answer } = await openSamlSignIn();
  const { ticket } = await answer((id, claims) =>
    samlResponse(signedClaims(claims()), id).replace(`>${samlEntityId}<`, '>https://other.example<'),
  );
  expect(ticket).not.toBeNull();
});
