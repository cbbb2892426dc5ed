// Types for what little the script uses; the package ships none.

declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2' | 'sfnt'
    /** One value pins the axis; a range keeps what is between. */
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>
    /** OpenType features; with none named, HarfBuzz's defaults stay. */
    keepFeatures?: string[]
    noHinting?: boolean
    preserveNameIds?: number[]
  }

  /** Drops every character except the text's and those they can turn into. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: Options,
  ): Promise<Buffer<ArrayBuffer>>
}
