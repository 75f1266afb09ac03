/** SAML sign-in of one server, or of two, with a provider's signed responses. */
import { onTestFinished } from 'vitest';
import type { SamlProviderOptions } from '#adapters/postgres/auth/social/saml/saml-options.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { openAuthBrowser, openAuthServer } from './auth-stage.ts';
import { openBareDatabase } from './provider.ts';
import {
  newSigner,
  type SamlClaims,
  samlAssertion,
  samlForm,
  samlProviderOf,
  samlRequestOf,
  signedAssertion,
} from './saml-stage.ts';
import { newTabShelf } from './wire-stage.ts';

export const samlTestProvider = 'saml.example' as const;
export const [signer, nextSigner, strangerSigner] = await Promise.all([
  newSigner(),
  newSigner(),
  newSigner(),
]);

export async function openSamlSignIn(changes: Partial<SamlProviderOptions> = {}) {
  const clock = new ManualClock();
  const { database, schema } = await openBareDatabase();
  const providers = { [samlTestProvider]: samlProviderOf([signer.certificate], changes) };
  const open = () => openAuthServer(database, clock, { functions: { callables: {} }, providers });
  const server = await open();
  const { wire, backend } = openAuthBrowser(server, clock, newTabShelf());
  const endings = [() => backend.dispose(), () => server.close()];
  onTestFinished(async () => {
    for (const end of endings) await end();
    await database.close();
  });
  const begin = async () => {
    const begun = (await wire.call('auth.beginSocial', { provider: samlTestProvider })) as {
      flow: string;
      address: string;
    };
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

export const signedClaims = (claims: SamlClaims, by = signer) => signedAssertion(samlAssertion(claims), by);
