/**
 * `count` grows with every change this process hears of. `catchUp` fetches what others committed
 * before the call; null if there are no others.
 */
export type Changes = { count: () => number; catchUp: (() => Promise<void>) | null }

/** Null where other processes may change the shop without this one hearing. */
export function countIfAlone({ count, catchUp }: Changes): (() => number) | null {
  return catchUp ? null : count
}

export function cacheByChange<T>(changes: Changes, read: () => Promise<T>): () => Promise<T> {
  return afterCatchUp(changes, cacheByVersion(changes.count, read))
}

export function cacheEachByChange<T>(
  changes: Changes,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  return afterCatchUp(changes, cacheEachByVersion(changes.count, read))
}

function afterCatchUp<Args extends unknown[], T>(
  { catchUp }: Changes,
  read: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  if (!catchUp) return read
  return async (...args) => {
    await catchUp()
    return read(...args)
  }
}

/** Loads once per key and data version; failures aren't cached. */
function cacheEachByVersion<T>(
  version: () => number,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const cached = new Map<string, Promise<T>>()
  let at = version()
  return (key) => {
    if (at !== version()) cached.clear()
    at = version()
    const known = cached.get(key)
    if (known) return known
    const reading = read(key)
    cached.set(key, reading)
    reading.catch(() => {
      if (cached.get(key) === reading) cached.delete(key)
    })
    return reading
  }
}

type Reading<T> = { version: number; value: Promise<T> }

/** Loads once per data version, and again when `isOver`; failures aren't cached. */
export function cacheByVersion<T>(
  version: () => number,
  read: () => Promise<T>,
  isOver: (value: T) => boolean = () => false,
): () => Promise<T> {
  let cached: Reading<T> | null = null
  const begin = (at: number): Reading<T> => {
    const reading = { version: at, value: read() }
    cached = reading
    reading.value.catch(() => {
      if (cached === reading) cached = null
    })
    return reading
  }
  const current = () => {
    const at = version()
    return cached?.version === at ? cached : begin(at)
  }
  return async () => {
    const reading = current()
    const value = await reading.value
    if (!isOver(value)) return value
    return (cached === reading ? begin(version()) : current()).value
  }
}
