import type { QueryClient } from '@tanstack/react-query'
import { cachedKind, type SeenByPage, SHOP_WORKER } from '#contract/pages/offline-shop.ts'
import { isShopThere } from '#web/api/is-shop-there.ts'
import type { LiveConnection } from '#web/api/live-connection.ts'
import { announce } from '#web/ui/announcer.tsx'
import { OFFLINE_LINE, offlineLine, offlineText } from '#web/ui/offline-line.ts'
import { toast } from '#web/ui/toast-store.ts'

export function followConnection(client: QueryClient, connection: LiveConnection): void {
  if (import.meta.env.PROD) void registerWorker().catch(() => {})
  addEventListener('offline', showLine)
  addEventListener('online', () => void catchUp(client))
  document.addEventListener('visibilitychange', () => void catchUp(client))
  connection.subscribe(() => {
    if (connection.isConnected()) void catchUp(client)
  })
  document.addEventListener('click', holdBack, true)
  if (line()) showIfUnseen()
  else if (!navigator.onLine) showLine()
}

/** Tells the first worker which addresses loaded before it. */
async function registerWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  const isFirst = !workers.controller
  const taken = new Promise((resolve) => workers.addEventListener('controllerchange', resolve))
  await workers.register(SHOP_WORKER, { updateViaCache: 'none' })
  if (!isFirst) return
  await taken
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const seen = [location.href, ...loaded]
  navigator.serviceWorker.controller?.postMessage({ seen } satisfies SeenByPage)
}

const line = () => document.getElementById(OFFLINE_LINE)

function showLine(): void {
  if (line()) return
  const now = new Date()
  const text = offlineText(location.pathname, now, now)
  document.body.insertAdjacentHTML('afterbegin', offlineLine(text, { isCached: false }))
  announce(`No connection. ${text}`)
  showIfUnseen()
}

function showIfUnseen(): void {
  const shown = line()
  if (!shown || shown.getBoundingClientRect().bottom > 0) return
  const [title = '', description = ''] = [...shown.childNodes].map((part) =>
    part.textContent?.trim(),
  )
  toast({ title, description })
}

async function catchUp(client: QueryClient): Promise<void> {
  const shown = line()
  if (!shown || !(await isShopThere())) return
  if ('kept' in shown.dataset) {
    // Only a reload brings back missing pictures.
    if (!isInUse()) return location.reload()
    await client.refetchQueries({ type: 'active' })
  }
  shown.remove()
  announce('You’re back online.')
}

function isInUse(): boolean {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('input[type=text],input[type=email],textarea'),
  ]
  return (
    document.querySelector('[role=dialog]') !== null || fields.some(({ value }) => value !== '')
  )
}

/** Offline, a link to what is never cached would end in the browser's own error. */
function holdBack(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
  if (!link || navigator.onLine || event.defaultPrevented) return
  const url = new URL(link.href)
  if (url.origin !== location.origin || url.pathname === location.pathname) return
  if (cachedKind({ method: 'GET', url, origin: location.origin, isNavigation: true })) return
  event.preventDefault()
  toast({ title: 'No connection', description: 'This page opens once you’re back online.' })
}
