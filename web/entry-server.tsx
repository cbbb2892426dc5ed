import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import type { Product } from '#contract/products.ts'
import { leavePageState } from './api/page-state.ts'
import { inStallOrder } from './api/products-query.ts'
import { createQueryClient, type Load } from './api/query-client.ts'
import { App } from './features/shell/app.tsx'
import { PAGES } from './routes.tsx'

/** A page holds at most this many products; the browser fetches the whole list once when there are more. */
const MOST_ON_PAGE = 48

/** What React writes before the app's first tag, and what belongs into the head. */
const HEAD_PART = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/

export type RenderedPage = { status: 200 | 404; head: string; html: string; state: string }

/** Renders a path for an anonymous visitor; `load` answers the API's paths, and one that fails gives the page's failed state. */
export async function render(
  path: string,
  load: Load,
  meta: { version: number; origin: string | null },
): Promise<RenderedPage> {
  const first = firstProductsOf(load)
  const client = createQueryClient(first.load)
  const { prelude } = await prerenderToNodeStream(<App pages={PAGES} client={client} ssrPath={path} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const markup = await text(prelude)
  const head = HEAD_PART.exec(markup)?.[0] ?? ''
  const isPage = PAGES.some((page) => page.path === path)
  const state = leavePageState(client, meta.version, first.areAll())
  return {
    status: isPage ? 200 : 404,
    head: head + (isPage && meta.origin ? `<link rel="canonical" href="${meta.origin}${path}"/>` : ''),
    html: markup.slice(head.length),
    state: JSON.stringify(state).replaceAll('<', '\\u003c'),
  }
}

/** Loads the beginning of a long list of products, and remembers whether it was all of it. */
function firstProductsOf(load: Load): { load: Load; areAll: () => boolean } {
  let areAll = true
  return {
    areAll: () => areAll,
    load: async (apiPath) => {
      const answer = await load(apiPath)
      if (apiPath !== '/api/products' || !Array.isArray(answer) || answer.length <= MOST_ON_PAGE) return answer
      areAll = false
      return inStallOrder(answer as Product[]).slice(0, MOST_ON_PAGE)
    },
  }
}
