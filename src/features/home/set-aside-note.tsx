/** Note to admins that the server goes on without some records, with a link to them. */
import { links } from '#src/data/links.ts';
import { useSetAside } from '#src/data/queries/set-aside.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Link } from '#src/ui/link.tsx';

export function SetAsideNote() {
  const count = useSetAside().data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      kind="caution"
      action={
        <Link href={links.diagnostics()} look="button">
          Look
        </Link>
      }
    >
      <strong>{count === 1 ? '1 record' : `${count} records`} can’t be used.</strong> What is due for{' '}
      {count === 1 ? 'it' : 'them'}, such as notifying people about a page, does not happen. Diagnostics says
      which and what to do.
    </Banner>
  );
}
