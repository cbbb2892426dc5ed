import type { ReactNode } from 'react'

export type Page = {
  /** `/pages/:slug` stands for any one last segment. */
  path: string
  /** 'shop': header, footer and cart; 'own': whatever the page brings along. */
  frame: 'shop' | 'own'
  isDesk?: true
  element: ReactNode | ((lastSegment: string) => ReactNode)
  load?: () => Promise<unknown>
}

export const ANY_OTHER = '*'

/** The page of a path, and its last segment where the page takes one. @throws Error when the list lacks the page for every other path */
export function findPage(pages: readonly Page[], path: string): { page: Page; lastSegment: string } {
  for (const page of pages) {
    const [start = '', parameter] = page.path.split(':')
    const lastSegment = path.slice(start.length)
    const isMatch = parameter ? path.startsWith(start) && /^[^/]+$/.test(lastSegment) : path === page.path
    if (isMatch || page.path === ANY_OTHER) return { page, lastSegment }
  }
  throw new Error('No page stands for every other path.')
}
