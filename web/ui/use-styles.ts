import { useInsertionEffect } from 'react'

/** Adds styles without a request; they are never removed. Pass the same text on each render. */
export function useStyles(text: string): void {
  useInsertionEffect(() => {
    // The DOM of component tests has none.
    if (!('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, [text])
}
