/** How a cell begins that a spreadsheet would run as a formula, behind an apostrophe; the same that `escape_formulas` of csv-stringify knows. */
const LOOKS_PROTECTED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A text for csv-stringify with `escape_formulas`: one that looks protected already gets an apostrophe more, so that it comes back as it was. */
export function beforeEscaping(text: string): string {
  return LOOKS_PROTECTED.test(text) ? `'${text}` : text
}

/** A cell as it was before its formula was neutralised. */
export function unescaped(cell: string): string {
  return LOOKS_PROTECTED.test(cell) ? cell.slice(1) : cell
}
