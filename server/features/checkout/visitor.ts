import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Basket } from '#contract/orders.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/db/tables.ts'
import { addressOf } from '#server/http/address-key.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import type { Call } from '#server/http/serve.ts'
import type { Client } from './checkout-limits.ts'

/** A cart by its key, or a browser by its cookie's hash; either may be missing. */
export type Buyer = { checkoutKey: string | null; visitorHash: string | null }

/** `address` as `addressKey` counts it; without limits nobody is counted by one. */
export type Payer = Buyer & { address?: string }

export function bodyHash(basket: Basket): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted({ orderData: basket.orderData, items: basket.items })))
    .digest('base64url')
}

/** Two payments without a key of one browser share no other row to lock. */
export async function lockVisitor(tx: Db, hash: string, at: Date): Promise<void> {
  await upsertVisitor(tx, { hash, seen_at: at.toISOString() })
}

const upsertVisitor = prepared((tx, visitor: { hash: string; seen_at: string }) =>
  tx
    .insertInto('visitors')
    .values(visitor)
    .onConflict((known) => known.column('hash').doUpdateSet({ seen_at: sql`excluded.seen_at` })),
)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, held]) => [name, sorted(held)]),
  )
}

const NAME = 'fm_visitor'

const MAX_AGE_SECONDS = 24 * 60 * 60

export type VisitorCookie = {
  /** The hash of the browser's secret; null for one that never began a payment. */
  read(request: FastifyRequest): string | null
  /** Who begins a payment; a browser's first one makes its secret. */
  meet(call: Call): Client
}

export function visitorCookie(cookies: CookieJar): VisitorCookie {
  const read = (request: FastifyRequest) => {
    const secret = cookies.read(request, NAME)
    return secret && hashOf(secret)
  }
  const make = ({ reply }: Call) => {
    const secret = newSecret()
    cookies.set(reply, NAME, secret, { maxAge: MAX_AGE_SECONDS, sameSite: 'lax' })
    return hashOf(secret)
  }
  return {
    read,
    meet: (call) => ({
      visitor: read(call.request) ?? make(call),
      address: addressOf(call.request),
    }),
  }
}
