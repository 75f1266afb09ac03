/** No secret is in the log, the metrics, the health, the error answers, or the output of a host's tasks. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newScimToken } from '#adapters/postgres/auth/scim/scim-tokens.ts';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { startSmtpReceiver } from '../../contracts/mail/smtp-receiver.fixture.ts';
import { newSigner, samlProviderOf } from '../../contracts/postgres/saml-stage.ts';
import { apiKeyOf } from '../functions/api-client.ts';
import { openHostStage } from './process.ts';
import { SecretUses } from './secret-uses.ts';
import { seedFolder } from './seed-host.ts';

const whyNot = await whyNoOwnServer();
const smtpPassword = 'password-of-the-mail-server';
const clientSecret = 'secret-of-the-client';

/** A mail server that requires the password, and repeats it in the answer to any other sign-in while `isOpen` is false. */
async function openMail() {
  const state = { isOpen: true };
  const server = await startSmtpReceiver({
    ...{ authOptional: false, allowInsecureAuth: true, authMethods: ['PLAIN', 'LOGIN'] },
    onAuth({ username, password }, _session, done) {
      const isRight = state.isOpen && username === 'muster' && password === smtpPassword;
      if (isRight) done(null, { user: username });
      else done(new Error(`No sign-in of ${username} with ${password}`));
    },
  });
  onTestFinished(() => server.stop());
  return { server, state, url: `smtp://muster:${smtpPassword}@127.0.0.1:${server.port}` };
}

/** Kinds of the secrets that a text has. */
const found = (secrets: ReadonlyMap<string, string>, text: string) =>
  [...secrets].flatMap(([kind, secret]) =>
    [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((form) =>
      text.includes(form),
    )
      ? [kind]
      : [],
  );

test.skipIf(whyNot !== null)(
  'sign-ins, keys, tokens and mail leave no secret in what a host writes and answers',
  async () => {
    const stage = await openHostStage();
    onTestFinished(() => stage.close());
    const [mail, signer, forger] = [await openMail(), await newSigner(), await newSigner()];
    const [token, other] = [newScimToken(), newScimToken()];
    const providers = path.join(stage.folder, 'sign-in.json');
    const saml = { ...samlProviderOf([signer.certificate]), scimTokens: [token.digest] };
    const oidc = { name: 'ID', issuer: 'https://id.example', clientId: 'muster', clientSecret };
    await writeFile(providers, JSON.stringify({ 'saml.company': saml, 'oidc.other': oidc }), { mode: 0o600 });
    const args = ['--smtp', mail.url, '--sign-in', providers];
    const keys = await seedFolder(path.join(stage.folder, 'data'));
    const host = stage.start(...args);
    const url = await host.ready();

    const uses = new SecretUses(url);
    onTestFinished(() => uses.close());
    uses.note('SMTP password', smtpPassword);
    uses.note('client secret', clientSecret);
    uses.note('digest of a SCIM token', token.digest);
    uses.note('key of a signer', signer.key.split('\n')[1] ?? '');
    await uses.passwords();
    const email = 'kim@example.com';
    await uses.mailedLinks(email, async () => {
      await expect.poll(() => mail.server.received.length).toBeGreaterThan(0);
      return /https?:\/\/\S+/u.exec(mail.server.received[0]?.text ?? '')?.[0] ?? '';
    });
    await uses.apiKeys(apiKeyOf(1), apiKeyOf(2));
    await uses.webhooks();
    await uses.senders(keys.payments);
    await uses.feeds();
    await uses.scim(token.token, other.token);
    await uses.samlSignIn(signer, forger);
    await uses.lost();
    const read = async (place: string) => {
      const response = await fetch(new URL(place, url));
      return { status: response.status, text: await response.text() };
    };
    expect(await read('/healthz')).toMatchObject({
      status: 200,
      text: expect.stringContaining('"status":"ok"'),
    });
    // The mail server no longer accepts the password.
    mail.state.isOpen = false;
    await uses.member().auth.links?.send('lee@example.com', { continueUrl: `${url.origin}/signin` });
    await expect.poll(() => host.said()).toContain('"from":"mail"');
    await expect
      .poll(async () => (await read('/healthz')).text)
      .toContain('"mail":"the last one was not taken"');
    const answers = {
      ...(await read('/metrics')),
      health: (await read('/healthz')).text,
      errors: uses.answers,
    };
    expect(answers.text).toContain('muster_tasks_late');
    expect(uses.answers.length).toBeGreaterThan(20);
    host.child.kill('SIGTERM');
    await host.ended;

    const kinds = [...uses.secrets.keys()].map((kind) => kind.replace(/ \d+$/u, ''));
    expect(kinds).toEqual(expect.arrayContaining(['session', 'SAML response', 'ticket of a sign-in']));
    expect([...uses.secrets.values()].filter((secret) => secret.length < 8)).toEqual([]);
    const [started = '', log = ''] = host.said().split(/^Ready\.$/mu);
    const lines = log.split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
    const paths = lines.map((line) => (JSON.parse(line) as { readonly path?: string }).path);
    expect(paths).toEqual(
      expect.arrayContaining(['/in/json/…', '/api/v1/…', '/scim/v2/…', '/host/saml/acs', '/…']),
    );
    expect(log).not.toMatch(/kim@example|lee@example|mara@example|robin@/u);
    expect(found(uses.secrets, started + log)).toEqual([]);
    expect(found(uses.secrets, JSON.stringify(answers))).toEqual([]);

    const backup = stage.start(...args, '--backup', path.join(stage.folder, 'backup'));
    expect(await backup.ended).toBe(0);
    const doctor = stage.start(...args, '--doctor');
    expect(await doctor.ended).toBe(1);
    expect(doctor.said()).toMatch(
      /FAIL +Mail[\s\S]*Certificate of saml\.company[\s\S]*SCIM|SCIM[\s\S]*FAIL +Mail/u,
    );
    expect(found(uses.secrets, backup.said() + doctor.said())).toEqual([]);
  },
);
