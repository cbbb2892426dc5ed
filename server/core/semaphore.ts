import type { Refusal } from './refusal.ts'

export function semaphore(places: {
  atOnce: number
  mostWaiting: number
  refusal: () => Refusal
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < places.atOnce) running++
    else if (waiting.length < places.mostWaiting)
      await new Promise<void>((resolve) => waiting.push(resolve))
    else throw places.refusal()
    try {
      return await work()
    } finally {
      // Hand the place over directly, so that no newcomer takes it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
