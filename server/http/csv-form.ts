/**
 * How every CSV of the shop is written: for spreadsheets, with a heading and a mark that says
 * UTF-8. A text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export const CSV_FORM = {
  bom: true,
  header: true,
  escape_formulas: true,
  record_delimiter: 'windows',
} as const
