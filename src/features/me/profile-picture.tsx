/** The person's picture: choose one, or go back to initials. Saved at once, apart from the form. */
import { useMutation } from '@tanstack/react-query';
import { inertImageTypes } from '#domain/attachment/files.ts';
import type { Member } from '#domain/team/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePictureStore } from '#src/data/queries/pictures.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { FileDrop } from '#src/ui/file-drop.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import styles from './me.module.css';
import { squarePicture } from './square-picture.ts';

class NoPicture extends Error {}

export function ProfilePicture({ me }: { readonly me: Member }) {
  const store = usePictureStore();
  const save = useCommand('saveProfile');
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const { displayName, timezone, phone = null, picture: before = null } = me;
      const picture = file === null ? null : await store.upload(await square(file));
      await save.mutateAsync({ displayName, timezone, phone, picture });
      // The former picture is unused; a failed removal leaves an orphaned file.
      if (before !== null) await store.remove(before).catch(() => undefined);
    },
    networkMode: 'always',
  });
  const problem =
    change.error && (change.error instanceof NoPicture ? change.error.message : explain(change.error));
  return (
    <div className={styles.picture}>
      <Avatar person={{ id: me.id, name: me.displayName }} size="huge" decorative />
      <div className={styles.words}>
        <FileDrop
          label={change.isPending ? 'Saving…' : me.picture ? 'Choose another picture' : 'Choose a picture'}
          hint="Its middle is shown, as a circle."
          accept={inertImageTypes.join(',')}
          disabledReason={change.isPending && 'The picture is being saved.'}
          onFiles={([file]) => {
            if (file) change.mutate(file);
          }}
        />
        {me.picture ? (
          <Button
            size="small"
            variant="quiet"
            disabledReason={change.isPending && 'The picture is being saved.'}
            onClick={() => change.mutate(null)}
          >
            Remove the picture
          </Button>
        ) : null}
        <ProblemText text={problem} />
      </div>
    </div>
  );
}

async function square(file: File): Promise<Blob> {
  try {
    return await squarePicture(file);
  } catch {
    throw new NoPicture('This file can’t be read as a picture. Choose a PNG, JPEG or WebP file.');
  }
}
