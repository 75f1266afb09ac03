/** The part of the package `subset-font`, which has no types, that is used here. */
declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'woff2';
    /** Tags of OpenType features. */
    readonly keepFeatures: readonly string[];
    /** Ranges of a variable font's axes. */
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  }
  /** The font with the characters of the text alone. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
