import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

/** `pages` holds one slip each, `list` all of them after one another; `sheet` and `labels` make pages of their own. */
type Layout = 'pages' | 'list' | 'sheet' | 'labels'

/** What is printed stands beside the page, seen by nothing but the printer, until it is done. */
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
