import { type Db, write } from '../db/write.ts'
import { compareAndSet, getValue, setIfAbsent, type ValueKey } from './key-value.ts'
import { type NetworkCounts, networkCounts } from './networks.ts'
import { Refusal, restarting } from './refusal.ts'

/** The longest wait (ms): browsers and most proxies give up after a minute. */
const MAX_WAIT = 58_000

const RETRY_AFTER = 60

type Options = {
  hadBefore: () => NetworkCounts | Promise<NetworkCounts>
  /** Takes the next turn and returns 0, or returns the ms to wait. */
  claimTurn: () => Promise<number>
  now: () => Date
  places: number
  message: string
  pause?: (ms: number) => Promise<void>
}

type Waiting = {
  address: string
  since: number
  run: () => Promise<void>
  refuse: (error: unknown) => void
}

/**
 * Runs one at a time, no faster than `claimTurn` allows: networks that had least first, then by
 * arrival. A full queue refuses whoever is last, so one network's flood waits behind everyone else.
 */
export function fairQueue(options: Options) {
  const { hadBefore, claimTurn, now, places, message } = options
  const { pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } =
    options
  const noPlace = () => new Refusal('too-often', message, { retryAfter: RETRY_AFTER })
  /** Sort only once a tenth too many are waiting, not on each call of a flood. */
  const slack = Math.floor(places / 10)
  const waiting: Waiting[] = []
  let had = networkCounts()
  let isRunning = false
  let isClosed = false

  function leave(one: Waiting, why: unknown): void {
    const place = waiting.indexOf(one)
    if (place >= 0) waiting.splice(place, 1)[0]?.refuse(why)
  }
  async function serveAll(): Promise<void> {
    while (waiting.length > 0) {
      const pauseFor = await claimTurn()
      if (pauseFor > 0) await pause(pauseFor)
      for (const one of waiting.filter(({ since }) => now().getTime() - since > MAX_WAIT))
        leave(one, noPlace())
      if (pauseFor > 0) continue
      had = await hadBefore()
      const [next] = inOrder(waiting, had)
      if (next) waiting.splice(waiting.indexOf(next), 1)
      await next?.run()
    }
  }
  async function serve(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await serveAll()
    } catch (error) {
      for (const one of [...waiting]) leave(one, isClosed ? restarting() : error)
    } finally {
      isRunning = false
    }
  }
  return {
    /** Skipped if `left` is aborted first. @throws Refusal 'too-often' when the queue is full */
    async take<T>(address: string, work: () => Promise<T>, left?: AbortSignal) {
      if (isClosed) throw restarting()
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const one = {
        address,
        since: now().getTime(),
        run: () => work().then(resolve, reject),
        refuse: reject,
      }
      waiting.push(one)
      if (waiting.length > places + slack)
        for (const last of inOrder(waiting, had).slice(places)) leave(last, noPlace())
      left?.addEventListener('abort', () => leave(one, noPlace()), { once: true })
      void serve()
      return promise
    },
    stop() {
      isClosed = true
      for (const one of [...waiting]) leave(one, restarting())
    },
  }
}

/** Round robin: a network's second request counts as if its first had been served. */
function inOrder(waiting: readonly Waiting[], had: NetworkCounts): Waiting[] {
  const ahead = networkCounts()
  const ranked = waiting.map((one) => {
    const rank = had.around(one.address) + ahead.around(one.address)
    ahead.add(one.address)
    return { one, rank }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

/** Allows one turn every `every` ms, across all processes. Returns 0, or the ms to wait. */
export async function claimTurn(
  db: Db,
  { key, every }: { key: ValueKey; every: number },
  now: Date,
): Promise<number> {
  const last = (await getValue(db, key)) ?? (await setIfAbsent(db, key, new Date(0).toISOString()))
  const passed = now.getTime() - Date.parse(last)
  // A turn in the future means the clock was set back.
  if (passed >= 0 && passed < every) return every - passed
  const taken = await write(db, (tx) =>
    compareAndSet(tx, key, { from: last, to: now.toISOString() }),
  )
  return taken ? 0 : every
}
