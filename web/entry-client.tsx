import { hydrateRoot } from 'react-dom/client'
import { type PageState, takePageState } from './api/page-state.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './features/shell/app.tsx'
import { findPage } from './features/shell/page.ts'
import { PAGES } from './routes.tsx'

const RELOADED = 'farmstand:reloaded'

/** After a new release the code of an open page may be gone: the page is loaded anew, once. */
window.addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem(RELOADED) === location.href) return
  sessionStorage.setItem(RELOADED, location.href)
  location.reload()
})

/** Takes over the server's markup, once the code of its page is there. Not awaited at the top: a page's code imports this chunk. */
async function start(root: HTMLElement): Promise<void> {
  const client = createQueryClient()
  const state = document.getElementById('state')?.textContent
  if (state) takePageState(client, JSON.parse(state) as PageState)
  await findPage(PAGES, location.pathname)
    ?.page.load?.()
    .catch(() => {})
  hydrateRoot(root, <App pages={PAGES} client={client} />)
}

const root = document.getElementById('root')
if (root) void start(root)
