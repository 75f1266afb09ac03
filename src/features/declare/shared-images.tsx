/** Images that another app has shared: they go into the room of the incident that is declared. */
import { useCallback } from 'react';
import { useConnected } from '#src/data/client/connection.ts';
import { useRemoveShared } from '#src/data/queries/shared-images.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './shared-images.module.css';

export function SharedImages({ images }: { readonly images: readonly File[] }) {
  const remove = useRemoveShared();
  const offline = useConnected() === false;
  return (
    <section className={styles.shared} aria-label="Shared images">
      <ul className={styles.images}>
        {images.map((image) => (
          <li key={image.name}>
            <Picture image={image} />
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        {images.length === 1 ? 'This image is' : 'These images are'} added to the room.
        {offline ? ' Keep Muster open until the incident is declared.' : ''}
      </p>
      <Button size="small" onClick={remove}>
        Remove
      </Button>
    </section>
  );
}

function Picture({ image }: { readonly image: File }) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      element.src = URL.createObjectURL(image);
      return () => URL.revokeObjectURL(element.src);
    },
    [image],
  );
  return <img ref={show} className={styles.image} alt={image.name} />;
}
