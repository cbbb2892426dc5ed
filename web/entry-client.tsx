import { hydrateRoot } from 'react-dom/client'
import { type PageState, takePageState } from './api/page-state.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './features/shell/app.tsx'
import { findPage } from './features/shell/page.ts'
import { PAGES } from './routes.tsx'

/** Takes over the server's markup, once the code of its page is there. Not awaited at the top: a page's code imports this chunk. */
async function start(root: HTMLElement): Promise<void> {
  const client = createQueryClient()
  const state = document.getElementById('state')?.textContent
  if (state) takePageState(client, JSON.parse(state) as PageState)
  const path = location.pathname
  await findPage(PAGES, path)
    .page.load?.()
    .catch(() => {})
  hydrateRoot(root, <App pages={PAGES} client={client} path={path} />)
}

const root = document.getElementById('root')

/** Done when the page hears its visitor. */
export const alive = root ? start(root) : Promise.resolve()
