/** Missed by `escape_formulas`: a pipe, and a formula behind spaces or invisible marks. */
const HIDDEN_FORMULA = /^(?:\||[\p{Default_Ignorable_Code_Point}\p{Z}]+[=+\-@|])/u

/**
 * Text a spreadsheet would run as a formula gets an apostrophe in front; text that some locales
 * would split at a semicolon gets quotation marks.
 */
export const CSV_FORM = {
  bom: true,
  header: true,
  escape_formulas: true,
  quoted_match: /;/,
  cast: { string: (text: string) => (HIDDEN_FORMULA.test(text) ? `'${text}` : text) },
  record_delimiter: 'windows',
} as const
