import type { ReactNode } from 'react';
import styles from './gallery.module.css';

export function GalleryPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
