import { setTimeout as pause } from 'node:timers/promises'
import type { Ask } from './ask.ts'

/** A visitor asks for the kept home page so often, in milliseconds. */
const PACE = 10

/** How long a visitor waits at most for the kept home page while something else is at work, in milliseconds. */
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
