import { formatLongDay } from '#contract/date-format.ts'
import type { LetterText } from '#contract/letters.ts'
import { formatDollars } from '#contract/money.ts'
import { stockLevel } from '#contract/stock.ts'
import { listNextPickups, type NextPickup } from '#server/features/calendar/next-pickups.ts'
import { listStall, type StallProduct } from '#server/features/products/stall-queries.ts'
import type { Shop } from '#server/shop.ts'

/** A product that came to the stall within so many milliseconds is called new. */
const NEW_FOR = 14 * 24 * 60 * 60_000

export async function draftLetter(shop: Shop): Promise<LetterText> {
  const products = (await listStall(shop.db, shop.now())).filter(({ stock }) => stock > 0)
  const { pickups } = await listNextPickups(shop.db, shop.now())
  const isOld = ({ created_at }: StallProduct) =>
    shop.now().getTime() - Date.parse(created_at) >= NEW_FOR
  // Where everything is new, nothing is.
  const isNew = (product: StallProduct) => products.some(isOld) && !isOld(product)
  const parts = Object.entries(Object.groupBy(products, (product) => product.category)).map(
    ([category, ones = []]) => [`# ${category}`, ...formatProducts(ones, isNew)].join('\n'),
  )
  const stall =
    parts.length > 0
      ? 'Here is what we have right now.'
      : 'We are sold out right now and busy picking more.'
  const day = pickups[0] && formatLongDay(pickups[0].day)
  const places = pickups.map(formatPickup).join('\n')
  const body = [
    'Hello,',
    stall,
    ...parts,
    ...(day ? [`# Pick it up on ${day}`, places] : []),
    'See you there!',
  ].join('\n\n')
  return { subject: day ? `Fresh for ${day}` : 'Fresh from the farm', body }
}

function formatPickup({ name, window, address }: NextPickup): string {
  return `- ${name}: ${[window, address].filter(Boolean).join(', ')}`
}

function formatProducts(
  products: readonly StallProduct[],
  isNew: (product: StallProduct) => boolean,
): string[] {
  const isLow = ({ stock }: StallProduct) => stockLevel(stock) === 'low'
  const rank = (product: StallProduct) => (isNew(product) ? 0 : isLow(product) ? 1 : 2)
  return products
    .toSorted((one, other) => rank(one) - rank(other))
    .map((product) => {
      const notes = [
        ...(isNew(product) ? ['new'] : []),
        ...(isLow(product) ? [`only ${product.stock} left`] : []),
      ]
      return `- ${formatProduct(product)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
    })
}

function formatProduct({ name, price, unit }: StallProduct): string {
  return `${name}: ${formatDollars(price)}${unit === null ? '' : ` / ${unit}`}`
}
