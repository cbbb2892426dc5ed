import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDollars, toCents } from '#contract/money/money.ts'
import { type OpenWeight, weighing } from '#contract/packing/weighing.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CARD } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { SendBack } from './send-back.tsx'
import { NotSaved, useWeighed } from './use-tick.tsx'
import { LineWeight } from './weigh-field.tsx'

/** What is open of goods sold by weight, of any day, until it is settled. */
export function WeightsPage() {
  return (
    <QueryPage
      title="Weights and money to return"
      loading="Looking for what was never weighed…"
      failed="The weights could not be loaded."
      query={useQuery(query(weighing.open))}
    >
      {(open) => <OpenWeights open={open} />}
    </QueryPage>
  )
}

function OpenWeights({ open: { orders, toGiveBack } }: { open: OutputOf<typeof weighing.open> }) {
  const unweighed = orders.filter(({ items }) => items.some(isUnweighed))
  const weighed = orders.filter(({ items }) => !items.some(isUnweighed))
  if (orders.length + toGiveBack.length === 0)
    return <ListEmpty text="Everything is weighed, and all the money is settled." />
  return (
    <div className="grid gap-8">
      {unweighed.length > 0 && (
        <section>
          <h3 className="mb-1 text-xl">Never weighed</h3>
          <p className="mb-3 text-bark-deep">
            These customers paid the most it may cost. Weigh it now, or say that it weighed the
            most.
          </p>
          <Orders orders={unweighed} />
        </section>
      )}
      {orders.some(({ toSendBack }) => toSendBack > 0) && (
        <section>
          <h3 className="mb-3 text-xl">Money to send back</h3>
          <SendBack />
          <Orders orders={weighed} />
        </section>
      )}
      {toGiveBack.length > 0 && <GiveBack orders={toGiveBack} />}
    </div>
  )
}

const isUnweighed = ({ byWeight }: OpenWeight['items'][number]) => byWeight.amount === null

function Orders({ orders }: { orders: readonly OpenWeight[] }) {
  return (
    <ul className="grid items-start gap-3 lg:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className={`${CARD} grid gap-3 p-4`}>
          <p className="wrap-anywhere">
            <OrderLink id={order.id} /> <strong>{order.customerName}</strong>
            <span className="block text-[0.9375rem] text-bark-deep">{formatWhere(order)}</span>
          </p>
          {order.items.map((item) => (
            <div key={item.productId}>
              <p className="font-semibold">
                {item.units} × {item.name}
              </p>
              <LineWeight order={order} item={item} />
              {isUnweighed(item) && <WeighedTheMost order={order} item={item} />}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function formatWhere({ day, placeName, isHandedOver, toSendBack }: OpenWeight): string {
  return [
    day === null ? 'Delivery' : formatDay(day),
    ...(placeName === null ? [] : [placeName]),
    isHandedOver ? 'handed out' : 'packed',
    ...(toSendBack > 0 ? [`${formatDollars(toCents(toSendBack))} to send back`] : []),
  ].join(' · ')
}

function WeighedTheMost({ order, item }: { order: OpenWeight; item: OpenWeight['items'][number] }) {
  const weighed = useWeighed(order.id, () => {})
  const { productId, byWeight } = item
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button
        variant="quiet"
        size="sm"
        busy={weighed.isPending}
        aria-label={`It weighed the most, ${item.name}, order ${order.id}`}
        onClick={() => weighed.mutate({ productId, amount: byWeight.paid })}
      >
        It weighed the most: nothing back
      </Button>
      <NotSaved tick={weighed} />
    </p>
  )
}

type ToGiveBack = OutputOf<typeof weighing.open>['toGiveBack']

function GiveBack({ orders }: { orders: ToGiveBack }) {
  return (
    <section>
      <h3 className="mb-1 text-xl">Money to give back</h3>
      <p className="mb-3 text-bark-deep">
        These orders were paid without a card. Give the money back yourself, and note it at the
        order.
      </p>
      <ul className={`${CARD} divide-y divide-straw`}>
        {orders.map(({ id, customerName, amount }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2">
            <span className="grow wrap-anywhere">
              <OrderLink id={id} /> {customerName}
            </span>
            <strong className="tabular-nums">{formatDollars(toCents(amount))}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderLink({ id }: { id: number }) {
  return (
    <a
      href={`#orders/${id}`}
      className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
    >
      #{id}
    </a>
  )
}
