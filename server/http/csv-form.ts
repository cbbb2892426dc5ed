/** For spreadsheets; a text they would run as a formula gets an apostrophe before it. */
export const CSV_FORM = {
  bom: true,
  header: true,
  escape_formulas: true,
  record_delimiter: 'windows',
} as const
