/** The draft of an invite's mail, as a mail program reads its `mailto:` address. */
export interface InviteDraft {
  readonly to: string;
  readonly subject: string;
  /** Address of the invite in the body. */
  readonly link: string;
}

export function inviteIn(href: string | null): InviteDraft {
  const [path = '', query = ''] = (href ?? '').replace(/^mailto:/u, '').split('?');
  const fields = new Map(query.split('&').map((field) => field.split('=', 2) as [string, string]));
  const body = decodeURIComponent(fields.get('body') ?? '');
  return {
    to: decodeURIComponent(path),
    subject: decodeURIComponent(fields.get('subject') ?? ''),
    link: /https?:\S+\/invite#\S+/u.exec(body)?.[0] ?? '',
  };
}
