import type { FastifyRequest } from 'fastify'
import { networksOf } from '../core/networks.ts'
import { type Limit, recentCounter, refuseMore } from '../core/sliding-window.ts'
import { addressOf } from './address-key.ts'

/**
 * Counts calls under one or several names, by default the caller's address. What is counted under
 * several may be `most` together.
 * @throws Refusal 'too-often' when it is called, with the seconds to wait
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
    const times = names.flatMap((name) => counted.times(name, at))
    refuseMore(
      times.sort((a, b) => a - b),
      limit,
      at,
    )
    for (const name of names) counted.add(name, at)
  }
}

/**
 * The shop, and every network of the caller's: a network may take no more than it leaves to others,
 * so that whoever floods is refused while there is room for everyone else.
 */
export function shopAndNetworks(request: FastifyRequest): string[] {
  return ['the shop', ...networksOf(addressOf(request))]
}
