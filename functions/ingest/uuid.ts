const word = 62n;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A version 4 UUID made of a secret's letters and digits. */
export function uuidFrom(secret: string): string {
  let number = 0n;
  for (const character of secret) number = number * word + BigInt(Math.max(0, digits.indexOf(character)));
  const hex = BigInt.asUintN(128, number).toString(16).padStart(32, '0');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ];
  return `${a}-${b}-${c}-${d}-${e}`;
}
