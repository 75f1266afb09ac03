import { encodeQR } from 'qr';
import { useMemo } from 'react';
import styles from './qr-code.module.css';

export interface QrCodeProps {
  /** Encoded text. */
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
}

/** Dark on light in both themes, because many cameras read nothing else. Lowest error correction: screens have no scratches. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawing(encodeQR(text, 'raw', { border: 3, ecc: 'low' })), [text]);
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}

/** SVG path with one rectangle for each run of dark modules. */
function drawing(rows: readonly (readonly boolean[])[]) {
  let path = '';
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x++) {
      let end = x;
      while (row[end]) end++;
      if (end > x) path += `M${x} ${y}h${end - x}v1H${x}z`;
      x = end;
    }
  return { size: rows.length, path };
}
