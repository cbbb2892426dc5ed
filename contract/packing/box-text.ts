import { formatList } from '../text/format-list.ts'

export function formatOrders(orders: number): string {
  return orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`
}

export function formatBoxes(boxes: number): string {
  return boxes === 1 ? '1 box' : `${boxes} boxes`
}

export function formatNumbers(ids: readonly number[]): string {
  return formatList(ids.map((id) => `#${id}`))
}

type Gift = {
  giftTo?: string | undefined
  giftMessage?: string | undefined
  giftPrices?: true | undefined
}

/** `GIFT for Ruth Gray: no prices in the box. Card: “Get well!”` */
export function formatGift({ giftTo, giftMessage, giftPrices }: Gift): string {
  const card = giftMessage ? `. Card: “${giftMessage}”` : ''
  return `GIFT${giftTo ? ` for ${giftTo}` : ''}${giftPrices ? '' : ': no prices in the box'}${card}`
}

/** `gift for Ruth G.` */
export function formatGiftFor({ giftTo }: Gift): string {
  return giftTo ? `gift for ${giftTo}` : 'gift'
}

export function formatTogether(ids: readonly number[]): string {
  return `Packed together with ${formatNumbers(ids)}`
}
