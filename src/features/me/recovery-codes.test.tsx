import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { totpCode, totpPeriod } from '#fakes/cloud/auth/totp.ts';
import { recoveryCodesSchema, recoveryDigest } from '#domain/account/recovery-codes.ts';
import { fromDocument } from '#api/codec.ts';
import { serverPaths } from '#api/server-paths.ts';
import { credentialOf } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';

const panel = () => within(screen.getByRole('region', { name: /^Two-step sign-in/ }));
const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));
const press = async (s: AppStage, where: ReturnType<typeof within>, name: string) => {
  await s.user.click(where.getByRole('button', { name }));
  await s.settle();
};

async function withApp() {
  const s = await stage({ as: 'Sam', path: '/me', screen: <MeScreen /> });
  await press(s, panel(), 'Add an authenticator app');
  const secret = dialog(/^Add/).getByText(/^[A-Z2-7]{4}$/, { selector: 'code > span:first-child' });
  const key = [...(secret.parentElement?.children ?? [])].map(({ textContent }) => textContent).join('');
  const code = totpCode(key, totpPeriod(s.cloud.clock.now()));
  await s.user.type(dialog(/^Add/).getByRole('textbox', { name: 'Code' }), code);
  await press(s, dialog(/^Add/), 'Add app');
  return { s, secret: key };
}
const shown = () =>
  dialog('Your recovery codes')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
const digests = async (s: AppStage) =>
  fromDocument(recoveryCodesSchema, await s.server.docs.get(serverPaths.recoveryCodes('sam')))?.digests;

describe('recovery codes', () => {
  it('are offered after a second step is added, shown once, and stored as digests', async () => {
    const { s } = await withApp();
    await press(s, dialog('Make recovery codes'), 'Make codes');
    const codes = shown();
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
    expect(await digests(s)).toEqual(codes.map((code) => recoveryDigest('sam', code)));
    await press(s, dialog('Your recovery codes'), 'I have stored them');
    expect(document.body).not.toHaveTextContent(codes[0] ?? '-');
    expect(panel().getByText(/^10 left/)).toBeVisible();
  });

  it('are downloaded, copied and printed', async () => {
    const { s } = await withApp();
    await press(s, dialog('Make recovery codes'), 'Make codes');
    const files: Blob[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:codes';
    });
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    onTestFinished(() => {
      for (const spy of [create, revoke, print]) spy.mockRestore();
    });
    await press(s, dialog('Your recovery codes'), 'Download');
    expect(await files[0]?.text()).toContain(shown().join('\n'));
    await press(s, dialog('Your recovery codes'), 'Copy the codes');
    expect(await navigator.clipboard.readText()).toBe(shown().join('\n'));
    await press(s, dialog('Your recovery codes'), 'Print');
    expect(print).toHaveBeenCalledOnce();
  });

  it('are replaced by new ones after a question and a proof of identity', async () => {
    const { s, secret } = await withApp();
    await press(s, dialog('Make recovery codes'), 'Make codes');
    const old = await digests(s);
    await press(s, dialog('Your recovery codes'), 'I have stored them');
    await s.advance(6 * 60_000);
    await press(s, panel(), 'Make new codes');
    expect(
      dialog('Make new recovery codes?').getByText(/The 10 that you have are worth nothing then/),
    ).toBeVisible();
    await press(s, dialog('Make new recovery codes?'), 'Make codes');
    const prove = dialog('Is it you?');
    await s.user.type(prove.getByLabelText('Password'), credentialOf('Sam').password);
    await press(s, prove, 'Go on');
    const code = totpCode(secret, totpPeriod(s.cloud.clock.now()));
    await s.user.type(dialog('Is it you?').getByRole('textbox', { name: 'Code' }), code);
    await press(s, dialog('Is it you?'), 'Confirm');
    expect(shown()).toHaveLength(10);
    expect(await digests(s)).not.toEqual(old);
  });

  it('that were declined are missing in the panel', async () => {
    const { s } = await withApp();
    await press(s, dialog('Make recovery codes'), 'Not now');
    expect(panel().getByText(/^None yet/)).toBeVisible();
    expect(await digests(s)).toBeUndefined();
  });
});
