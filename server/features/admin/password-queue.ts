import { Refusal, restarting } from '#server/core/refusal.ts'

/** Places in the queue, and the longest wait (ms): browsers and most proxies give up after a minute. */
const MAX_WAITING = 55
const MAX_WAIT = 58_000

/** What a refused visitor waits before another try makes sense, in seconds. */
const RETRY_AFTER = 60

type PasswordQueue = {
  /** Not done at all if `left` is aborted first. @throws Refusal 'too-often' without a place */
  take<T>(who: string, work: () => Promise<T>, left?: AbortSignal): Promise<T>
  stop(): void
}

type Options = {
  triesOf: (who: string) => number
  /** Takes the next turn: 0 when it is taken, else the milliseconds to wait. */
  claimTurn: () => Promise<number>
  now: () => Date
  pause: (ms: number) => Promise<void>
}

type Waiting = {
  who: string
  since: number
  run: () => Promise<void>
  refuse: (error: unknown) => void
}

/**
 * Lets one piece of work after the other run, never faster than `claimTurn` gives turns: first
 * whoever has made the fewest wrong tries, of those who are equal whoever came first. When all
 * places are taken, whoever would come last goes.
 */
export function passwordQueue({ triesOf, claimTurn, now, pause }: Options): PasswordQueue {
  const waiting: Waiting[] = []
  let isRunning = false
  let isClosed = false

  function leave(one: Waiting | undefined, why: unknown): void {
    const place = one ? waiting.indexOf(one) : -1
    if (place >= 0) waiting.splice(place, 1)[0]?.refuse(why)
  }
  async function serveAll(): Promise<void> {
    while (waiting.length > 0) {
      const pauseFor = await claimTurn()
      if (pauseFor > 0) await pause(pauseFor)
      for (const one of waiting.filter(({ since }) => now().getTime() - since > MAX_WAIT))
        leave(one, noPlace())
      const [next] = pauseFor > 0 ? [] : inOrder(waiting, triesOf)
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
    async take<T>(who: string, work: () => Promise<T>, left?: AbortSignal) {
      if (isClosed) throw restarting()
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const one = {
        who,
        since: now().getTime(),
        run: () => work().then(resolve, reject),
        refuse: reject,
      }
      waiting.push(one)
      if (waiting.length > MAX_WAITING) leave(inOrder(waiting, triesOf).at(-1), noPlace())
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

/** By turns: one's second attempt in the queue counts like another wrong try. */
function inOrder(waiting: readonly Waiting[], triesOf: Options['triesOf']): Waiting[] {
  const ranks = new Map<string, number>()
  const ranked = waiting.map((one) => {
    const rank = ranks.get(one.who) ?? triesOf(one.who)
    ranks.set(one.who, rank + 1)
    return { one, rank }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

function noPlace(): Refusal {
  const message = 'Many people are trying to sign in right now. Please try again in a minute.'
  return new Refusal('too-often', message, { retryAfter: RETRY_AFTER })
}
