import { type ComponentType, lazy, type ReactNode } from 'react'
import type { Page } from './page.ts'

export type PageProps = { lastSegment: string }

type LoadPage = () => Promise<ComponentType<PageProps>>

/** A page whose code is not in the first chunk; the server waits for it, and so does the browser before it takes over. */
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
