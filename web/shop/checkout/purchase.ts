import { safeParse } from 'zod/mini'
import type { DeliveryMethod } from '#contract/calendar/delivery.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { type Cents, toDollars } from '#contract/money/money.ts'
import { IF_SHORT, type IfShort } from '#contract/orders/if-short.ts'
import { basket, type orders } from '#contract/orders/orders.ts'
import { messageForBadName } from '#contract/people/person-name.ts'
import { messageForBadPhone } from '#contract/people/phone-number.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { chosenOption } from './day-options.ts'

/** A snapshot from the click on Pay: the payment and the order both use it. */
export type Purchase = {
  checkoutKey: string
  amount: Cents
  basket: Pick<InputOf<typeof orders.place>['body'], 'orderData' | 'items'>
}

export type FieldErrors = Record<string, string>

type CartForSale = Pick<CartOnScreen, 'items' | 'total' | 'deliveryMethod' | 'checkoutKey'>

/** Form fields are named after the last part of their path in the order. */
export function purchaseOf(
  form: FormData,
  { items, total, deliveryMethod, checkoutKey }: CartForSale,
  way = String(form.get('wayToPay') ?? 'stripe'),
): Purchase {
  const text = (name: string) => String(form.get(name) ?? '')
  const isDelivery = deliveryMethod === 'delivery'
  const { place, day } = chosenOption(text(isDelivery ? 'deliveryDay' : 'pickupLocation'))
  const shippingAddress = {
    address: joined(text('address'), text('apartment')),
    city: text('city'),
    state: text('state'),
    zipCode: text('zipCode'),
  }
  return {
    checkoutKey,
    amount: total,
    basket: {
      orderData: {
        customerName: text('customerName'),
        customerEmail: text('customerEmail'),
        customerPhone: text('customerPhone') || null,
        total: toDollars(total),
        ...(way === 'at_pickup'
          ? { paymentMethod: 'at_pickup' as const, paymentStatus: 'unpaid' }
          : { paymentMethod: 'stripe' as const, paymentStatus: 'completed' }),
        shippingAddress: isDelivery ? shippingAddress : null,
        pickupLocation: isDelivery ? null : place,
        deliveryMethod: isDelivery ? 'shipping' : 'pickup',
        notes: text('notes') || null,
        ...(day ? { day } : {}),
        ...(!isDelivery && text('pickupName') ? { pickupName: text('pickupName') } : {}),
        ...(form.has('isGift') ? { isGift: true, ...giftOf(form, isDelivery) } : {}),
        ...ifShortOf(text('ifShort')),
        ...(form.has('addTo') ? { addTo: text('addTo') } : {}),
        userId: null,
      },
      items: items.map(({ product, quantity }) => ({
        productId: product.id,
        quantity,
        price: product.price,
      })),
    },
  }
}

function giftOf(form: FormData, isDelivery: boolean) {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    ...(text('giftTo') ? { giftTo: text('giftTo') } : {}),
    ...(text('giftMessage') ? { giftMessage: text('giftMessage') } : {}),
    ...(isDelivery && text('giftPhone') ? { giftPhone: text('giftPhone') } : {}),
    ...(form.has('hidesPrices') ? {} : { giftPrices: true }),
  }
}

export function isAtPickup({ basket: { orderData } }: Purchase): boolean {
  return orderData.paymentMethod === 'at_pickup'
}

function ifShortOf(chosen: string): { ifShort?: IfShort } {
  const ifShort = IF_SHORT.find((choice) => choice === chosen)
  return ifShort ? { ifShort } : {}
}

function joined(street: string, apartment: string): string {
  return street.trim() && apartment.trim() ? `${street.trim()}, ${apartment.trim()}` : street
}

/** What the shop would refuse, by field; names and phone numbers are checked only here. */
export function errorsIn(purchase: Purchase): FieldErrors {
  const { error } = safeParse(basket, purchase.basket)
  const { customerName, customerPhone, giftPhone } = purchase.basket.orderData
  const name = messageForBadName(customerName)
  const phone = messageForBadPhone(customerPhone ?? '')
  const otherPhone = messageForBadPhone(giftPhone ?? '')
  const found = (error?.issues ?? []).map(
    ({ path, message }) => [fieldOf(path.join('.')), message] as const,
  )
  return {
    ...(name && { customerName: name }),
    ...(phone && { customerPhone: phone }),
    ...(otherPhone && { giftPhone: otherPhone }),
    ...Object.fromEntries(found.reverse()),
  }
}

/** A refusal's field: `orderData.customerEmail` and `customer_email` are both `customerEmail`. */
export function fieldOf(path: string, deliveryMethod: DeliveryMethod = 'pickup'): string {
  const last = path.split('.').at(-1) ?? ''
  const name = last.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (name === 'day') return deliveryMethod === 'delivery' ? 'deliveryDay' : 'pickupLocation'
  return name === 'shippingAddress' ? 'address' : name
}
