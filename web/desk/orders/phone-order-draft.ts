import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { type Cents, parseDollars, sum, times, toDollars } from '#contract/money/money.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { ToolOptions } from '../shared/toolbar.tsx'
import { type SwappedIn, wrongPrice } from './change-draft.ts'

/** `day` is a market day's number; `paidBy` is empty for later. */
export type PhoneOrderForm = {
  /** An order of the customer who was found; null for a new one. */
  customer: number | null
  customerName: string
  customerPhone: string
  customerEmail: string
  day: string
  to: { address: string; city: string; zipCode: string }
  /** Empty for the zone's fee. */
  deliveryFee: string
  items: SwappedIn[]
  paidBy: string
  pickupName: string
  /** Ticks are `yes` or empty. */
  gift: Record<'isGift' | 'giftTo' | 'giftMessage' | 'giftPhone' | 'giftPrices', string>
  notes: string
  farmNote: string
}

export const EMPTY_ORDER: PhoneOrderForm = {
  customer: null,
  customerName: '',
  customerPhone: '',
  customerEmail: '',
  day: '',
  to: { address: '', city: '', zipCode: '' },
  deliveryFee: '',
  items: [],
  paidBy: '',
  pickupName: '',
  gift: { isGift: '', giftTo: '', giftMessage: '', giftPhone: '', giftPrices: '' },
  notes: '',
  farmNote: '',
}

export function listDayChoices({ places, days }: DeskCalendar, now: Date): ToolOptions {
  const byId = new Map(places.map((place) => [place.id, place]))
  const open = days.flatMap((day) => {
    const place = byId.get(day.placeId)
    if (!place || day.state === 'closed' || day.closesAt <= now.toISOString()) return []
    return [[String(day.id), `${formatDay(day.day)}, ${formatHours(day)} · ${place.name}`] as const]
  })
  const isUndated = places.some(
    ({ kind, id }) => kind === 'delivery' && !days.some(({ placeId }) => placeId === id),
  )
  return isUndated ? [...open, [WITHOUT_DAY, 'Delivery, day to be agreed on'] as const] : open
}

export type Destination = { isDelivery: boolean; fee: Cents }

export function destinationOf(day: string, { places, days }: DeskCalendar): Destination {
  const placeId = days.find(({ id }) => String(id) === day)?.placeId
  const place =
    day === WITHOUT_DAY
      ? places.find(({ kind }) => kind === 'delivery')
      : places.find(({ id }) => id === placeId)
  const fee = parseDollars(place?.fee ?? 0) ?? (0 as Cents)
  return { isDelivery: place?.kind === 'delivery', fee }
}

/** Null where a price or the fee cannot be read. */
export function totalOf(form: PhoneOrderForm, { isDelivery, fee }: Destination): Cents | null {
  const prices = form.items.map(({ price, units }) => {
    const each = typedDollars(price)
    return each === null ? null : times(each, units)
  })
  const typedFee = form.deliveryFee.trim() === '' ? fee : typedDollars(form.deliveryFee)
  if (typedFee === null || prices.includes(null) || form.items.some(wrongPrice)) return null
  return sum(...prices.filter((price) => price !== null), isDelivery ? typedFee : (0 as Cents))
}

export function draftOf(form: PhoneOrderForm, destination: Destination, id: string) {
  const { customer: _, day, to, deliveryFee, items, paidBy, pickupName, gift, ...rest } = form
  const { isDelivery, fee } = destination
  const typedFee = deliveryFee.trim() === '' ? String(toDollars(fee)) : deliveryFee.trim()
  return {
    ...rest,
    id,
    marketDayId: day === '' || day === WITHOUT_DAY ? null : Number(day),
    items: items.map(({ productId, units, price }) => ({
      productId,
      quantity: units,
      price: price.trim(),
    })),
    total: toDollars(totalOf(form, destination) ?? (0 as Cents)),
    paidBy: paidBy || null,
    ...(isDelivery ? { shippingAddress: to, deliveryFee: typedFee } : { pickupName }),
    ...(gift.isGift ? giftOf(gift, isDelivery) : {}),
  }
}

function giftOf(gift: PhoneOrderForm['gift'], isDelivery: boolean) {
  const { giftTo, giftMessage, giftPhone, giftPrices } = gift
  return {
    isGift: true,
    giftTo: giftTo || null,
    giftMessage,
    giftPhone: isDelivery ? giftPhone : null,
    giftPrices: giftPrices === 'yes',
  }
}
