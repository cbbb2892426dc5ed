/** What `escape_formulas` leaves: a pipe, and a formula behind spaces or marks that nobody sees. */
const HIDDEN_FORMULA = /^(?:\||[\p{Default_Ignorable_Code_Point}\p{Z}]+[=+\-@|])/u

/**
 * For spreadsheets; a text they would run as a formula gets an apostrophe before it, and one that other countries'
 * would take apart at a semicolon gets quotation marks.
 */
export const CSV_FORM = {
  bom: true,
  header: true,
  escape_formulas: true,
  quoted_match: /;/,
  cast: { string: (text: string) => (HIDDEN_FORMULA.test(text) ? `'${text}` : text) },
  record_delimiter: 'windows',
} as const
