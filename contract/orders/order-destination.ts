import { z } from 'zod/mini'
import { formatCutoff } from '../calendar/day-text.ts'
import { placeFacts } from '../calendar/place-facts.ts'
import { instant } from '../shapes.ts'
import type { ShippingAddress } from './orders.ts'

const { name, address, mapUrl, note } = placeFacts
export const pickupPlace = z.object({ name, address, mapUrl, note })

/** An order's market day; `opens` and `closes` are HH:MM on the farm's clock. */
export const orderedDay = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  opens: z.string(),
  closes: z.string(),
  opensAt: instant,
  orderUntil: instant,
  isClosed: z.boolean(),
  placeKey: z.string(),
  takesOrders: z.boolean(),
})
export const AGREE_ON_DAY = 'We’ll call or email to set your delivery day.'

export const DAY_IS_CLOSED = 'We’re closed that day. We’ll be in touch about your order.'

type Gift = {
  giftTo?: string | null | undefined
  giftMessage?: string | null | undefined
  giftPrices?: boolean | undefined
}

/** `This is a gift for Ruth: the slip in the box shows no prices.`, and the text of its card. */
export function describeGift({ giftTo, giftMessage, giftPrices }: Gift): string[] {
  const to = giftTo ? ` for ${giftTo}` : ''
  const prices = giftPrices ? '' : ': the slip in the box shows no prices'
  return [
    `This is a gift${to}${prices}.`,
    ...(giftMessage ? [`Its card says: “${giftMessage}”`] : []),
  ]
}

export function formatPickedUpBy(name: string): string {
  return `${name} will pick it up.`
}

export function formatAddress({ address, city, state, zipCode }: ShippingAddress): string {
  return `${address}, ${city}, ${state} ${zipCode}`
}

/** `Forgot something? Add to this order by Thursday, 8 PM.` `writtenOn`: YYYY-MM-DD. */
export function formatOrderMore(
  day: Pick<z.output<typeof orderedDay>, 'orderUntil' | 'day'>,
  timeZone: string,
  reading: { today?: string; writtenOn: string },
): string {
  return `Forgot something? Add to this order by ${formatCutoff(day, timeZone, reading)}.`
}
