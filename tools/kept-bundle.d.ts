/** Types of kept-bundle.js, which runs before types can be taken away. */
export function keepBundle(
  folder: string,
  files: readonly string[],
  build: (outDir: string) => Promise<void>,
  told: string,
): Promise<void>;
