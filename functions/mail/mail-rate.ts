/** Rates of mails to unconfirmed addresses: confirmations and invites, by person, team and address. */
import { sha256Hex } from '#domain/digest.ts';
import { countConfirmation, mailRateSchema } from '#domain/mail/settings.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { CommandWork } from '../kernel/guard.ts';

/** Counts another mail of `of`, and returns the path of the stored rate. */
export async function mailRate(work: CommandWork, of: string, most: number) {
  const id = sha256Hex(`muster mail rate ${of}`);
  const path = serverPaths.mailRate(id);
  const before = await work.getReadable(mailRateSchema, path);
  return { path, counted: countConfirmation(before, id, most, work.now) };
}
