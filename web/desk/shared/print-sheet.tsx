import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** `pages`: one slip per page. `list`: all in a row. `sheet` and `labels` make their own pages. */
type Layout = 'pages' | 'list' | 'sheet' | 'labels'

/** Printed content sits beside the page, visible only to the printer, until printing is done. */
export function usePrintSheet() {
  const [shown, setShown] = useState<{ layout: Layout; content: ReactNode } | null>(null)
  const print = (layout: Layout, content: ReactNode) => {
    flushSync(() => setShown({ layout, content }))
    window.addEventListener('afterprint', () => setShown(null), { once: true })
    window.print()
  }
  const sheet =
    shown &&
    createPortal(
      <div className="print-sheet" data-layout={shown.layout}>
        {shown.content}
      </div>,
      document.body,
    )
  return { print, sheet }
}
