import { type Db, type ShopEvent, subscribe } from './write.ts'

export type DataVersion = ReturnType<typeof dataVersion>

/** How long a page may show old stock, in ms, so that a rush doesn't render on every request. */
const STOCK_DELAY = 800

const AT_ONCE: ReadonlySet<ShopEvent['kind']> = new Set([
  'products',
  'settings',
  'pages',
  'days',
  'missed',
])

/**
 * Grows when what pages show changes: immediately for the farmer's edits, within a second for stock
 * alone. It is a time in ms, so that versions of several processes compare. `first`: the version
 * this process began with; it doesn't know older changes. `lag`: how much later than others it may
 * hear of a change, in ms; 0 if alone. `exact` also grows immediately for a sale, before anyone is
 * told it's done.
 */
export function dataVersion(db: Db, now: () => Date, lag: number) {
  // Whatever others emit after the lag includes everything before this process began.
  const first = now().getTime() + lag
  let version = first
  let changes = 0
  let waiting: NodeJS.Timeout | null = null
  const grow = () => {
    if (waiting) clearTimeout(waiting)
    waiting = null
    version = Math.max(version + 1, now().getTime())
  }
  const stopListening = subscribe(db, (events: ShopEvent[]) => {
    const isEdit = events.some((event) => AT_ONCE.has(event.kind))
    const isSale = events.some((event) => event.kind === 'stock')
    if (isEdit || isSale) changes++
    if (isEdit) grow()
    else if (isSale) waiting ??= setTimeout(grow, STOCK_DELAY).unref()
  })
  const stop = () => {
    stopListening()
    if (waiting) clearTimeout(waiting)
  }
  return { first, lag, current: () => version, exact: () => changes, stop }
}
