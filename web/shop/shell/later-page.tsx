import { type ComponentType, lazy, type ReactNode } from 'react'

export type Page = {
  /** `/pages/:slug` matches any last segment. */
  path: string
  /** 'shop': header, footer and cart; 'own': only what the page brings. */
  frame: 'shop' | 'own'
  isDesk?: true
  element: ReactNode | ((lastSegment: string) => ReactNode)
  load?: () => Promise<unknown>
}

type PageProps = { lastSegment: string }

type LoadPage = () => Promise<ComponentType<PageProps>>

/** A page outside the first chunk: the server waits for its code, the browser before hydrating. */
export function laterPage(path: string, load: LoadPage, head: ReactNode = null): Page {
  const code: Code = { Page: lazy(async () => ({ default: await load() })) }
  const loadNow = async () => {
    code.Page = await load()
  }
  return {
    path,
    frame: 'shop',
    load: loadNow,
    element: (lastSegment) => [head, <Arriving key="page" code={code} lastSegment={lastSegment} />],
  }
}

type Code = { Page: ComponentType<PageProps> }

/** Never suspends once loaded: the first update would discard the markup waiting to hydrate. */
function Arriving({ code: { Page }, lastSegment }: PageProps & { code: Code }) {
  return <Page lastSegment={lastSegment} />
}
