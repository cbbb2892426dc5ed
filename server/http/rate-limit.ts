import type { FastifyRequest } from 'fastify'
import { HOUR } from '#contract/time/durations.ts'
import { networksOf } from '../core/networks.ts'
import { type Limit, recentCounter, refuseMore } from '../core/sliding-window.ts'
import { addressOf } from './address-key.ts'

/**
 * Counts calls under one or more names, by default the caller's address; all names share `most`.
 * @throws Refusal 'too-often' with the seconds to wait, from the returned function
 */
export function rateLimit(
  now: () => Date,
  limit: Limit,
  namesOf: (request: FastifyRequest) => string[] = (request) => [addressOf(request)],
) {
  const counted = recentCounter(limit.within)
  return (request: FastifyRequest): void => {
    const at = now().getTime()
    const names = namesOf(request)
    const times = names.flatMap((name) => counted.times(name, at)).sort((a, b) => a - b)
    refuseMore(times, limit, at)
    for (const name of names) counted.add(name, at)
  }
}

/** For strangers, per hour: 20 of an address; of `most`, no network takes more than it leaves. */
export function strangersLimit(now: () => Date, { most, message }: Omit<Limit, 'within'>) {
  const anHour = { within: HOUR, message }
  const everybody = (request: FastifyRequest) => ['the shop', ...networksOf(addressOf(request))]
  const countAddress = rateLimit(now, { ...anHour, most: 20 })
  return { countAddress, countShop: rateLimit(now, { ...anHour, most }, everybody) }
}
