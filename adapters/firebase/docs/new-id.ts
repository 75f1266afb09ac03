/** Ids for new documents, as the SDK makes them, without loading it. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 20;
/** Bytes from here on are dropped: they would make the first letters likelier than the others. */
const fair = Math.floor(256 / letters.length) * letters.length;

export function newId(): string {
  let id = '';
  while (id.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2)))
      if (byte < fair && id.length < length) id += letters[byte % letters.length] ?? '';
  return id;
}
