import { STALL_PAGE, STALL_WORKER } from '#contract/stall-page.ts'

/** Has the page kept for a morning without a network; where a browser cannot, the page works while it is open. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD) return
  await navigator.serviceWorker
    ?.register(STALL_WORKER, { scope: STALL_PAGE, updateViaCache: 'none' })
    .catch(() => {})
}
