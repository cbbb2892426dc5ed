import type { CartLine } from '#contract/cart.ts'
import { formatLongDay } from '#contract/date-format.ts'
import { formatList } from '#contract/format-list.ts'
import { type MarketDay, marketDays } from '#contract/market-days.ts'
import { query } from '#web/api/query.ts'
import { useQuery } from '#web/api/use-query.tsx'
import type { DayChoices } from './use-day-choices.ts'

type DayLeftProps = { items: readonly CartLine[]; days: DayChoices; isDelivery: boolean }

/** What the chosen day has too few of for the cart; asked only of a cart with goods that days limit. */
export function DayLeft({ items, days, isDelivery }: DayLeftProps) {
  const chosen = (isDelivery ? days.delivery : days.pickup).option?.value
  const day = days.calendar?.days.find((one) => `${one.placeKey}/${one.day}` === chosen)
  const isLimited = items.some(({ product }) => product.inStock !== undefined)
  const params = { id: String(day?.id ?? 0) }
  const { data } = useQuery({
    ...query(marketDays.left, { params }),
    enabled: isLimited && day !== undefined,
  })
  const anyTime = days.calendar?.places.some(({ kind, hasDays }) => kind === 'delivery' && !hasDays)
  const ways = anyTime && !isDelivery ? 'another day or delivery' : 'another day'
  const text = day && isLimited ? lackOf(items, day, data ?? [], ways) : ''
  return (
    <div role="status">
      {text && <p className="mt-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]">{text}</p>}
    </div>
  )
}

type Left = readonly { productId: number; left: number }[]

/** `For Saturday, November 28 we have only 3 of Bagels. Please take fewer, or choose another day.` */
function lackOf(items: readonly CartLine[], { day }: MarketDay, left: Left, ways: string): string {
  const short = items.flatMap(({ product, quantity }) => {
    const most = left.find(({ productId }) => productId === product.id)?.left ?? quantity
    return most < quantity ? [`${most === 0 ? 'no' : `only ${most} of`} ${product.name}`] : []
  })
  if (short.length === 0) return ''
  const list = formatList(short)
  const less = short.every((one) => one.startsWith('no ')) ? 'leave that out' : 'take fewer'
  return `For ${formatLongDay(day)} we have ${list}. Please ${less}, or choose ${ways}.`
}
