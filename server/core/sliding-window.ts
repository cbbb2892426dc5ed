import { type Db, type ShopEvent, subscribe, write } from '../db/write.ts'
import { type NetworkCounts, networkCounts } from './networks.ts'
import { Refusal } from './refusal.ts'

/** How many names to remember; the least recently seen is dropped first. */
const MAX_KNOWN = 20_000

/** `within` is in ms. */
export type Limit = { most: number; within: number; message: string }

export function recentCounter(within: number) {
  const known = new Map<string, number[]>()
  // A time in the future means the clock was set back.
  const recent = (times: readonly number[], at: number) =>
    times.filter((time) => time > at - within && time <= at)
  const times = (who: string, at: number) => recent(known.get(who) ?? [], at)
  return {
    times,
    add: (who: string, at: number) => setNewest(known, who, [...times(who, at), at]),
    ofNetworks(at: number): NetworkCounts {
      const counts = networkCounts()
      for (const [address, all] of known) {
        const count = recent(all, at).length
        if (count > 0) counts.add(address, count)
      }
      return counts
    },
  }
}

export function isReached(
  times: readonly number[],
  { most, within }: Pick<Limit, 'most' | 'within'>,
  at: number,
): boolean {
  return (times.at(-most) ?? 0) > at - within
}

/** @throws Refusal 'too-often', with the seconds until there is room */
export function refuseMore(
  times: readonly number[],
  { most, within, message }: Limit,
  at: number,
): void {
  if (!isReached(times, { most, within }, at)) return
  const then = (times.at(-most) ?? at) + within
  throw new Refusal('too-often', message, {
    retryAfter: Math.max(1, Math.ceil((then - at) / 1000)),
  })
}

export function setNewest<T>(known: Map<string, T>, who: string, what: T): void {
  known.delete(who)
  known.set(who, what)
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
}

/** `add` counts in this process immediately, before others hear of it. */
export function slidingWindow(db: Db, tries: { of: string; within: number }, now: () => Date) {
  const { times, add, ofNetworks } = recentCounter(tries.within)
  const own = new WeakSet<ShopEvent>()
  subscribe(db, (events) => {
    for (const event of events)
      if (event.kind === 'try' && event.of === tries.of && !own.has(event))
        add(event.who, now().getTime())
  })
  return {
    times,
    ofNetworks,
    async add(who: string): Promise<void> {
      const event: ShopEvent = { kind: 'try', of: tries.of, who }
      own.add(event)
      add(who, now().getTime())
      await write(db, async (_, emit) => emit(event))
    },
  }
}
