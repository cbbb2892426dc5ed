import type { Db } from '../db/tables.ts'
import { type ShopEvent, subscribe, write } from '../db/write.ts'

/** The most names in memory; the least recently seen is dropped first. */
const MAX_KNOWN = 20_000

/** When something happened to whom, in milliseconds; what is long enough ago is forgotten. */
type Recent = { times(who: string, at: number): number[]; add(who: string, at: number): void }

export function recentCounter(within: number): Recent {
  const known = new Map<string, number[]>()
  const times = (who: string, at: number) =>
    (known.get(who) ?? []).filter((time) => time > at - within)
  return {
    times,
    add: (who, at) => setNewest(known, who, [...times(who, at), at]),
  }
}

export function secondsUntil(then: number, at: number): number {
  return Math.max(1, Math.ceil((then - at) / 1000))
}

export function setNewest<T>(known: Map<string, T>, who: string, what: T): void {
  known.delete(who)
  known.set(who, what)
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
}

/** `add` counts here at once, before other processes are notified. */
type SlidingWindow = Pick<Recent, 'times'> & { add(who: string): Promise<void> }

export function slidingWindow(
  db: Db,
  tries: { of: string; within: number },
  now: () => Date,
): SlidingWindow {
  const { times, add } = recentCounter(tries.within)
  const own = new WeakSet<ShopEvent>()
  subscribe(db, (events) => {
    for (const event of events)
      if (event.kind === 'try' && event.of === tries.of && !own.has(event))
        add(event.who, now().getTime())
  })
  return {
    times,
    async add(who) {
      const event: ShopEvent = { kind: 'try', of: tries.of, who }
      own.add(event)
      add(who, now().getTime())
      await write(db, async (_, emit) => emit(event))
    },
  }
}
