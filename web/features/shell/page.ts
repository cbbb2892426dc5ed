import type { ReactNode } from 'react'

/** A page in the visible list: its path, what surrounds it, and where its code is. */
export type Page = {
  path: string
  /** 'shop': header, footer, cart and toasts; 'checkout': a quiet header and toasts; 'bare': toasts alone. */
  frame: 'shop' | 'checkout' | 'bare'
  element: ReactNode
  /** Fetches the code of a page that is not in the first chunk. */
  load?: () => Promise<unknown>
}
