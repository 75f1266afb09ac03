/** Mail server that stores the messages it accepts (RFC 5321). */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface MailServer {
  readonly port: number;
  /** The first mail to this address with these words in its subject, with its headers, lines ended by `\n`; resolves once it is there. */
  mailTo(address: string, subject: string): Promise<string>;
  close(): void;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((socket) => {
    let text = '';
    let isData = false;
    socket.write('220 ready\r\n');
    socket.on('data', (part) => {
      text += String(part);
      if (isData && text.endsWith('\r\n.\r\n')) {
        isData = false;
        mails.push(text.replaceAll('\r\n', '\n'));
        text = '';
        for (const look of [...waiting]) look();
        socket.write('250 taken\r\n');
      } else if (!isData && text.endsWith('\r\n')) {
        isData = text.startsWith('DATA');
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
        text = '';
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mailTo: (address, subject) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = mails.find(
            (one) => one.includes(`\nTo: ${address}\n`) && /^Subject: .*$/mu.exec(one)?.[0].includes(subject),
          );
          if (mail === undefined) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    close: () => void server.close(),
  };
}

/** The first link of a mail, whose text is quoted-printable (RFC 2045). @throws Error when there is none */
export function linkIn(mail: string): string {
  const text = mail
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const [link] = /https?:\/\/\S+/u.exec(text) ?? [];
  if (link === undefined) throw new Error(`No link: ${text}`);
  return link;
}
