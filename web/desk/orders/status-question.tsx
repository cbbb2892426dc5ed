import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AtMarket, deskOrders } from '#contract/orders/desk-orders.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { query } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { Notice } from '../shared/notice.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { cancellationText, reopeningText } from './cancelling-text.ts'
import { GoodsOutcomeField } from './goods-outcome-field.tsx'

type StatusQuestionProps = {
  order: Order
  status: OrderStatus
  open: boolean
  busy: boolean
  onNo: () => void
  onYes: (change: { status: OrderStatus; goods?: Goods; others: readonly number[] }) => void
}

export function StatusQuestion(props: StatusQuestionProps) {
  const { order, status, open, busy, onNo, onYes } = props
  const [chosen, setGoods] = useState<Goods | null>(null)
  const [takesAlong, setTakesAlong] = useState(true)
  const others = order.packedWith ?? []
  const isCancelling = status === 'cancelled'
  const away = useAtMarket([order.id], isCancelling)
  const goods = chosen ?? (away.orders.length > 0 ? 'missing' : 'sellable')
  const cancelling = {
    title: `Cancel order #${order.id}?`,
    confirmLabel: busy ? 'Canceling…' : 'Cancel order',
    cancelLabel: 'Keep order',
    text: cancellationText(order, goods),
  }
  const reviving = {
    title: `Reopen order #${order.id}${order.balance ? '' : ', unpaid'}?`,
    confirmLabel: `Set to ${status}${order.balance ? '' : ' unpaid'}`,
    cancelLabel: 'Leave it canceled',
    text: reopeningText(order),
  }
  const { text, ...question } = isCancelling ? cancelling : reviving
  return (
    <ConfirmDialog
      {...question}
      open={open}
      onClose={onNo}
      onConfirm={() =>
        onYes({ status, ...(isCancelling ? { goods } : {}), others: takesAlong ? others : [] })
      }
      busy={busy || away.isLoading}
    >
      {text}
      {isCancelling && <AtMarketNotice orders={away.orders} isOne />}
      {isCancelling && !order.hasLeft && order.items.some(({ standing }) => standing > 0) && (
        <div className="mt-3">
          <GoodsOutcomeField
            item={{ productId: order.id, name: 'its items' }}
            where={goods}
            isAway={away.orders.length > 0}
            onChange={setGoods}
          />
        </div>
      )}
      {others.length > 0 && (
        <CheckField
          label={`Also ${others.map((id) => `#${id}`).join(', ')}, in the same box`}
          checked={takesAlong}
          onChange={setTakesAlong}
        />
      )}
    </ConfirmDialog>
  )
}

const NOBODY: AtMarket[] = []

const MOST = 200

export function useAtMarket(ids: readonly number[], isEnabled: boolean) {
  const joined = ids.slice(0, MOST).join(',')
  const found = useQuery({
    ...query(deskOrders.atMarket, { query: { ids: joined } }),
    enabled: isEnabled && joined !== '',
    staleTime: 0,
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
