import type { QueryClient } from '@tanstack/react-query'
import { type Answered, invalidate } from '#web/api/query.ts'

/** In ms that a change waits for the live news of it, gathered for 40 ms: one refetch for both. */
const OWN_CHANGE = 60

type Reading = {
  due: Set<Answered>
  at: number
  timer: ReturnType<typeof setTimeout>
  done: Promise<void>
  finish(): void
}

const readings = new WeakMap<QueryClient, Reading>()

/** Once for all that is due within `wait` ms. Resolves when lists on screen are current. */
export function readAgain(
  client: QueryClient,
  endpoints: readonly Answered[],
  wait = OWN_CHANGE,
): Promise<void> {
  const at = Date.now() + wait
  const reading = readings.get(client) ?? begin(client, at)
  for (const endpoint of endpoints) reading.due.add(endpoint)
  if (at < reading.at) {
    clearTimeout(reading.timer)
    reading.at = at
    reading.timer = setTimeout(reading.finish, wait)
  }
  return reading.done
}

function begin(client: QueryClient, at: number): Reading {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const due = new Set<Answered>()
  const finish = () => {
    readings.delete(client)
    invalidate(client, ...due).then(resolve, reject)
  }
  const timer = setTimeout(finish, at - Date.now())
  const reading = { due, at, timer, done: promise, finish }
  readings.set(client, reading)
  return reading
}
