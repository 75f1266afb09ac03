import { Logo } from '#src/components/logo.tsx';
import { useTheme } from '#src/ui/theme.ts';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { ContentParts } from './content-parts.tsx';
import { ControlParts } from './control-parts.tsx';
import { FloatParts } from './float-parts.tsx';
import styles from './gallery.module.css';
import { MarkParts } from './mark-parts.tsx';

export function PartsView() {
  const [theme, setTheme] = useTheme();
  return (
    <main className={styles.parts}>
      <div className={styles.cluster}>
        <h1>
          <Logo size={28} word />
        </h1>
        <SegmentedControl
          label="Theme"
          hideLabel
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
      <div className={styles.grid}>
        <MarkParts />
        <ControlParts />
        <FloatParts />
        <ContentParts />
      </div>
    </main>
  );
}
