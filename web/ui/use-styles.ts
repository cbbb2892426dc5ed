import { useInsertionEffect } from 'react'

/**
 * Styles that come within a part's code, and so in no request
 * of their own; they stay. Give it the same text at each draw.
 */
export function useStyles(text: string): void {
  useInsertionEffect(() => {
    // A screen of a component test has none.
    if (!('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, [text])
}
