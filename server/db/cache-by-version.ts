/**
 * `count` grows with every change this process hears of. `catchUp` fetches what others committed
 * before the call; null if there are no others.
 */
export type Changes = { count: () => number; catchUp: (() => Promise<void>) | null }

/** Null where other processes may change the shop without this one hearing. */
export function countIfAlone({ count, catchUp }: Changes): (() => number) | null {
  return catchUp ? null : count
}

/** As `cacheByVersion`, once other processes' changes are known. */
export function cacheByChange<T>(
  { count, catchUp }: Changes,
  read: (key: string) => Promise<T>,
): (key?: string) => Promise<T> {
  const cached = cacheByVersion(count, read)
  if (!catchUp) return cached
  return async (key) => {
    await catchUp()
    return cached(key)
  }
}

/** Loads each key once per data version, and again when `isOver`; failures aren't cached. */
export function cacheByVersion<T>(
  version: () => number,
  read: (key: string) => Promise<T>,
  isOver: (value: T) => boolean = () => false,
): (key?: string) => Promise<T> {
  const cached = new Map<string, Promise<T>>()
  let at = version()
  const forget = (key: string, reading: Promise<T>) => {
    if (cached.get(key) === reading) cached.delete(key)
  }
  const current = (key: string) => {
    if (at !== version()) cached.clear()
    at = version()
    const known = cached.get(key)
    if (known) return known
    const reading = read(key)
    cached.set(key, reading)
    reading.catch(() => forget(key, reading))
    return reading
  }
  return async (key = '') => {
    const reading = current(key)
    const value = await reading
    if (!isOver(value)) return value
    forget(key, reading)
    return current(key)
  }
}
