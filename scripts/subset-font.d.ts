// The package brings no types; these are of the little that the script uses of it.

declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'sfnt'
    /** One value pins the axis; two leave what is between them. */
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>
    /** OpenType features; with none named, those of HarfBuzz's own list stay. */
    keepFeatures?: string[]
    noHinting?: boolean
    /** Lines of the font's name table, by their numbers. */
    preserveNameIds?: number[]
  }

  /** Leaves out every character but those of the text, and what they can turn into. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: Options,
  ): Promise<Buffer<ArrayBuffer>>
}
