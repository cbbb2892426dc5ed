import { claimTurn, fairQueue } from '#server/core/fair-queue.ts'
import { Refusal } from '#server/core/refusal.ts'
import { semaphore } from '#server/core/semaphore.ts'
import { slidingWindow } from '#server/core/sliding-window.ts'
import type { Shop } from '#server/shop.ts'

/** Wrong tries a known device gets per quarter hour before it waits in line with unknown ones. */
const MAX_WRONG = 10
const QUARTER_HOUR = 15 * 60_000

/** Milliseconds between comparisons for unknown devices, and how many devices may wait. */
const BETWEEN_TURNS = 1000
const PLACES = 55

/** `device` is null when unknown; `left` fires when the client disconnects. */
export type PasswordClient = { device: string | null; address: string; left?: AbortSignal }

export type PasswordCheck = ReturnType<typeof passwordCheck>

/**
 * Limits password tries at sign-in and at password change. Each known device has its own slot and
 * count, so a flood can't lock out the owner. Unknown devices share one comparison a second,
 * networks with the fewest wrong guesses first.
 */
export function passwordCheck({ db, now }: Shop, limits: boolean) {
  const ofDevices = slidingWindow(db, { of: 'password of a device', within: QUARTER_HOUR }, now)
  const ofAddresses = slidingWindow(db, { of: 'password', within: QUARTER_HOUR }, now)
  const known = semaphore({ atOnce: 1, mostWaiting: limits ? 20 : Infinity, refusal: tooMany })
  const unknown = fairQueue({
    hadBefore: () => ofAddresses.ofNetworks(now().getTime()),
    claimTurn: () => claimTurn(db, { key: 'password_turn', every: BETWEEN_TURNS }, now()),
    now,
    places: PLACES,
    message: 'Many people are trying to sign in right now. Please try again in a minute.',
  })
  const underWay = new Set<{ device: string }>()
  const isTrusted = (device: string) => {
    const wrong = ofDevices.times(device, now().getTime()).length
    return wrong + [...underWay].filter((one) => one.device === device).length < MAX_WRONG
  }
  async function onKnown(device: string, compare: () => Promise<boolean>): Promise<boolean> {
    const one = { device }
    underWay.add(one)
    try {
      return await counted(compare, () => {
        const published = ofDevices.add(device)
        // It counts as wrong from here on, while other processes are still being notified.
        underWay.delete(one)
        return published
      })
    } finally {
      underWay.delete(one)
    }
  }
  return {
    /** Compares when its turn comes; only wrong tries count. @throws Refusal 'too-often' */
    async isRight({ device, address, left }: PasswordClient, compare: () => Promise<boolean>) {
      if (!limits) return known(compare)
      if (device && isTrusted(device)) return onKnown(device, () => known(compare))
      return unknown.take(address, () => counted(compare, () => ofAddresses.add(address)), left)
    },
    stop: unknown.stop,
  }
}

async function counted(
  compare: () => Promise<boolean>,
  count: () => Promise<void>,
): Promise<boolean> {
  const isRight = await compare()
  if (!isRight) await count()
  return isRight
}

function tooMany(): Refusal {
  return new Refusal('too-often', 'Too many attempts. Please wait a moment.', { retryAfter: 10 })
}
