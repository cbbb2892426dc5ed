import { setTimeout as pause } from 'node:timers/promises'
import type { Ask } from './ask.ts'

/** Ms between requests for the cached home page. */
const PACE = 10

/** The longest wait for the cached home page during `work`, in ms. */
export async function longestWait(ask: Ask, work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const requested: Promise<number>[] = []
  do {
    requested.push(ask('/').then(({ ms }) => ms))
    await pause(PACE)
  } while (!isDone)
  await working
  return Math.max(...(await Promise.all(requested)))
}
