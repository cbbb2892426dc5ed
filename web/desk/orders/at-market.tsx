import { useQuery } from '@tanstack/react-query'
import { type AtMarket, deskOrders } from '#contract/orders/desk-orders.ts'
import { query } from '#web/api/call.ts'
import { Notice } from '../shared/notice.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

const NOBODY: AtMarket[] = []

const MOST = 200

export function useAtMarket(ids: readonly number[], isEnabled: boolean) {
  const joined = ids.slice(0, MOST).join(',')
  const found = useQuery({
    ...query(deskOrders.atMarket, { query: { ids: joined } }),
    enabled: isEnabled && joined !== '',
    staleTime: 0,
    retry: false,
  })
  return { orders: found.data ?? NOBODY, isLoading: isEnabled && found.isLoading }
}

export function AtMarketNotice({ orders, isOne }: { orders: readonly AtMarket[]; isOne: boolean }) {
  const { formatMoment } = useFarmDates()
  if (orders.length === 0) return null
  const phones = new Map(
    orders.flatMap((order) => order.phones.map(({ label, heardAt }) => [label, heardAt])),
  )
  const contacts = [...phones].map(([label, at]) =>
    at ? `${label} was last heard from on ${formatMoment(at)}.` : `${label} was never heard from.`,
  )
  const numbers = orders.map(({ id }) => `#${id}`).join(', ')
  const what = isOne
    ? 'This box is at the market.'
    : orders.length === 1
      ? `The box of ${numbers} is at the market.`
      : `The boxes of ${numbers} are at the market.`
  return (
    <Notice tone="warning" role="alert" className="mt-3">
      {what} {contacts.join(' ')} Cancel anyway?
    </Notice>
  )
}
