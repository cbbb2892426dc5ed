import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Page } from './page.ts'

/** A page whose code is not in the first chunk; the server waits for it, and so does the browser before it takes over. */
export function laterPage(load: () => Promise<ComponentType>, head: ReactNode): Pick<Page, 'element' | 'load'> {
  const code: Code = { Page: null, Later: lazy(async () => ({ default: await load() })) }
  const loadPage = async () => {
    code.Page = await load()
  }
  return { load: loadPage, element: [head, <LoadedPage key="page" code={code} />] }
}

type Code = { Page: ComponentType | null; Later: ComponentType }

/** Shows loaded code without a pause: what suspends while it is taken over is thrown away by the first change of the cart. */
function LoadedPage({ code: { Page, Later } }: { code: Code }) {
  return Page ? <Page /> : <Later />
}

/** A page that only browsers render; the server leaves a shell in its place. */
export function browserPage(
  load: () => Promise<ComponentType>,
  shell: ReactNode,
  head: ReactNode,
): Pick<Page, 'element' | 'load'> {
  const Later = lazy(async () => ({ default: await load() }))
  return { load, element: [head, <InBrowser key="page" shell={shell} page={<Later />} />] }
}

function InBrowser({ shell, page }: { shell: ReactNode; page: ReactNode }) {
  return useHydrated() ? <Suspense fallback={shell}>{page}</Suspense> : shell
}
