import type { FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import { addressOf } from './address-key.ts'
import type { App } from './serve.ts'

type Limit = {
  max: number
  timeWindow: string
  message: string
  keyOf?: (request: FastifyRequest) => string
}

/**
 * Counts calls by who makes them: by address where `keyOf` says nothing else. Needs
 * `@fastify/rate-limit` on the app. @throws Refusal 'too-often' when it is called, with the seconds
 * to wait
 */
export function rateLimit(app: App, { max, timeWindow, message, keyOf = addressOf }: Limit) {
  const count = app.createRateLimit({ max, timeWindow, keyGenerator: keyOf })
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new Refusal('too-often', message, { retryAfter: counted.ttlInSeconds })
  }
}

export function wholeShop(): string {
  return 'shop'
}
