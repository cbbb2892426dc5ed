import type { FastifyRequest } from 'fastify'
import { networksOf } from '../core/networks.ts'
import { type Limit, recentCounter, refuseMore } from '../core/sliding-window.ts'
import { addressOf } from './address-key.ts'

/** Under the caller's address by default; names share `most`. @throws Refusal 'too-often' */
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

/** The shop and the caller's networks: none may take more than it leaves to others. */
export function shopAndNetworks(request: FastifyRequest): string[] {
  return ['the shop', ...networksOf(addressOf(request))]
}
