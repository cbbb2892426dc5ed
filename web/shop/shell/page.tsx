import { type ComponentType, lazy, type ReactNode } from 'react'

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

/**
 * The page of a path, and its last segment where the page takes one.
 * @throws Error when the list lacks the page for every other path
 */
export function findPage(
  pages: readonly Page[],
  path: string,
): { page: Page; lastSegment: string } {
  for (const page of pages) {
    const [start = '', parameter] = page.path.split(':')
    const lastSegment = path.slice(start.length)
    const isMatch = parameter
      ? path.startsWith(start) && /^[^/]+$/.test(lastSegment)
      : path === page.path
    if (isMatch || page.path === ANY_OTHER) return { page, lastSegment }
  }
  throw new Error('No page stands for every other path.')
}

type PageProps = { lastSegment: string }

type LoadPage = () => Promise<ComponentType<PageProps>>

/**
 * A page whose code is not in the first chunk; the server waits for it, and so does the browser before it takes over.
 */
export function laterPage(load: LoadPage, head: ReactNode): Pick<Page, 'element' | 'load'> {
  const code: Code = { Page: lazy(async () => ({ default: await load() })) }
  const loadNow = async () => {
    code.Page = await load()
  }
  return {
    load: loadNow,
    element: (lastSegment) => [head, <Arriving key="page" code={code} lastSegment={lastSegment} />],
  }
}

type Code = { Page: ComponentType<PageProps> }

/** Never waits for code that is there: the first change around markup that still waits would throw it away. */
function Arriving({ code: { Page }, lastSegment }: PageProps & { code: Code }) {
  return <Page lastSegment={lastSegment} />
}
