import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { orderBalance } from '../orders/order-balance.ts'
import { byId, dollars, instant, nameText, optionalText } from '../shapes.ts'
import { nameKey } from '../text/visible-text.ts'
import type { Cents } from './money.ts'

/** `isCash`: goes into the cash box; `isEbt`: SNAP benefits, for eligible food alone, untaxed. */
const wayToPay = z.strictObject({
  name: nameText(40, 'Please enter a name.'),
  isCash: z.boolean(),
  givesChange: z.boolean(),
  isEbt: z.optional(z.boolean()),
})
export type WayToPay = z.output<typeof wayToPay>

export const MAX_WAYS_TO_PAY = 20

const DEFAULT_WAYS: readonly WayToPay[] = [
  { name: 'Cash', isCash: true, givesChange: true },
  ...['Check', 'Venmo', 'SNAP/EBT', 'Market tokens', 'WIC/FMNP checks', 'Card reader'].map(
    (name) => ({
      name,
      isCash: false,
      givesChange: false,
      ...(name === 'SNAP/EBT' ? { isEbt: true } : {}),
    }),
  ),
]

export function formatWaysToPay(ways: readonly WayToPay[]): string {
  return JSON.stringify(ways)
}

export const DEFAULT_WAYS_TO_PAY: string = formatWaysToPay(DEFAULT_WAYS)

export function parseWaysToPay(value: string): readonly WayToPay[] {
  return readWays(value) ?? DEFAULT_WAYS
}

export function wrongInWaysToPay(value: string): string | null {
  const ways = readWays(value)
  if (!ways) return 'Please give each way to pay a name of at most 40 letters.'
  if (ways.length === 0) return 'Please keep at least one way to pay.'
  if (ways.length > MAX_WAYS_TO_PAY) return `At most ${MAX_WAYS_TO_PAY} ways to pay, please.`
  if (ways.some(({ isCash, isEbt }) => isCash && isEbt))
    return 'SNAP is not cash: please untick one of the two.'
  const names = new Set(ways.map(({ name }) => nameKey(name)))
  return names.size === ways.length ? null : 'Please give each way to pay a name of its own.'
}

function readWays(value: string): WayToPay[] | null {
  try {
    const ways = z.safeParse(z.array(wayToPay), JSON.parse(value))
    return ways.success ? ways.data : null
  } catch {
    return null
  }
}

/** In dollars; negative: given back. */
export const tender = z.object({
  id: z.string(),
  way: z.string(),
  amount: z.number(),
  note: z.nullable(z.string()),
  at: instant,
})
export type Tender = z.output<typeof tender>

export const wayName = nameText(40, 'Please choose how it is paid.')

const tenderDraft = z.strictObject({
  id: z.uuid('That is not the id of a payment.').check(z.toLowerCase()),
  kind: z.enum(['taken', 'given-back'], 'Please say whether it was taken or given back.'),
  way: wayName,
  amount: dollars(1 as Cents, 'Please enter at least $0.01.'),
  note: optionalText(40),
})
export type TenderDraft = z.output<typeof tenderDraft>

export const tenders = {
  record: deskEndpoint('never', 'POST /api/orders/{id}/tenders', {
    token: 'orders:write',
    summary:
      'Notes money that was taken without a card for an order that the farmer wrote down, or given back; never more than is due, or was paid.',
    params: byId,
    body: tenderDraft,
    output: z.object({ tender, balance: orderBalance }),
    status: 201,
  }),
}
