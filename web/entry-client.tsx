import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type PageState, takePageState } from './api/page-state.ts'
import { createQueryClient } from './api/query-client.ts'
import { findPage } from './routes.tsx'
import { App } from './shop/shell/app.tsx'
import { onPartBroken } from './ui/boundary.tsx'
import { rememberSign, whenIdle } from './ui/when-idle.ts'

/** Waits for the page's code. Not awaited at the top level, since that code imports this chunk. */
async function hydrate(root: HTMLElement): Promise<void> {
  const client = createQueryClient()
  const state = document.getElementById('state')?.textContent
  const left = state ? (JSON.parse(state) as PageState) : null
  if (left) takePageState(client, left)
  const { page, lastSegment } = findPage(left?.path ?? location.pathname)
  await page.load?.().catch(() => {})
  const app = <App page={page} lastSegment={lastSegment} client={client} />
  // In slices of 5 ms; what the visitor touches is hydrated first.
  startTransition(() => {
    hydrateRoot(root, app)
  })
  // The desk connects on sign-in.
  if (left && !page.isDesk)
    whenIdle(() => import('./live.ts').then(({ mount }) => mount(client, left.version)))
}

rememberSign()
onPartBroken((part) => import('./api/report-broken.ts').then((code) => code.reportBroken(part)))

const root = document.getElementById('root')

export const hydrated = root && hydrate(root)
