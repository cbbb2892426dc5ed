import type { Db } from './tables.ts'
import { listen, type ShopEvent } from './write.ts'

/** How long a page may show an older stock, in milliseconds, so that a rush of orders does not render every request. */
const STOCK_DELAY = 1000

/** What the farmer changes by hand. */
const EDITS: ReadonlySet<ShopEvent['kind']> = new Set(['products', 'settings', 'pages'])

/** `first` is the version this process began with: what is older belongs to a process before it. */
export type DataVersion = { first: number; current(): number; stop(): void }

/**
 * A number that grows when what pages show has changed: at once for the farmer's edits, within a second for stock alone.
 * It begins with the clock, so that a page of the process before is known to be older.
 */
export function dataVersion(db: Db, now: Date): DataVersion {
  const first = now.getTime()
  let version = first
  let waiting: NodeJS.Timeout | null = null
  const grow = () => {
    if (waiting) clearTimeout(waiting)
    waiting = null
    version++
  }
  const stopListening = listen(db, (events: ShopEvent[]) => {
    if (events.some((event) => EDITS.has(event.kind))) grow()
    else if (events.some((event) => event.kind === 'stock')) waiting ??= setTimeout(grow, STOCK_DELAY).unref()
  })
  const stop = () => {
    stopListening()
    if (waiting) clearTimeout(waiting)
  }
  return { first, current: () => version, stop }
}
