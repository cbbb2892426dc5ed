import { useQuery } from '@tanstack/react-query'
import { Scale, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { cents, formatDollars, formatMoney, toCents } from '#contract/money/money.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import {
  readTypedWeight,
  shownWeight,
  type TypedWeight,
  toThree,
  weightOutcome,
} from '#contract/packing/line-weight.ts'
import { packing } from '#contract/packing/packing.ts'
import { type OpenWeight, weighing } from '#contract/packing/weighing.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { today } from '#contract/today.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { WeightQuestion } from '#web/ui/weight-question.tsx'
import { CARD, ListEmpty, QueryPage } from '../shared/card.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'
import { NotSaved, useTick } from './use-tick.tsx'

export function WeightsPage() {
  return (
    <QueryPage what="the weights" query={useQuery(query(weighing.open))}>
      {(open) => <OpenWeights open={open} />}
    </QueryPage>
  )
}

function OpenWeights({ open: { orders, toGiveBack } }: { open: OutputOf<typeof weighing.open> }) {
  const unweighed = orders.filter(({ items }) => items.some(isUnweighed))
  const weighed = orders.filter(({ items }) => !items.some(isUnweighed))
  const owing = orders.filter(({ toSendBack }) => toSendBack > 0)
  if (orders.length + toGiveBack.length === 0)
    return <ListEmpty text="Everything is weighed, and all the money is settled." />
  return (
    <div className="grid gap-8">
      {unweighed.length > 0 && (
        <section>
          <h3 className="mb-1 text-xl">Never weighed</h3>
          <p className="mb-3 text-bark-deep">
            These customers paid the maximum. Weigh it now, or say it weighed the maximum.
          </p>
          <Orders orders={unweighed} />
        </section>
      )}
      {owing.length > 0 && (
        <section>
          <h3 className="mb-3 text-xl">Refunds to send</h3>
          <SendBack owing={owing} toWeigh={unweighed.length} />
          <Orders orders={weighed} />
        </section>
      )}
      {toGiveBack.length > 0 && <GiveBack orders={toGiveBack} />}
    </div>
  )
}

type Item = OpenWeight['items'][number]

const isUnweighed = ({ byWeight }: Item) => byWeight.amount === null

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
              <WeighField
                // What another tablet typed in the meantime replaces the field's text.
                key={`${item.byWeight.weight} ${item.byWeight.amount}`}
                orderId={order.id}
                item={item}
              />
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
    ...(toSendBack > 0 ? [`${formatMoney(toSendBack)} to refund`] : []),
  ].join(' · ')
}

/** A weight in the line's unit, or an amount in dollars. */
function useWeighed(id: number, onSaved?: () => void) {
  return useTick(
    (body: InputOf<typeof weighing.weigh>['body']) =>
      call(weighing.weigh, { params: { id }, body }),
    onSaved,
  )
}

function WeighedTheMost({ order, item }: { order: OpenWeight; item: Item }) {
  const weighed = useWeighed(order.id)
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

function GiveBack({ orders }: { orders: OutputOf<typeof weighing.open>['toGiveBack'] }) {
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
            <strong className="tabular-nums">{formatMoney(amount)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderLink({ id }: { id: number }) {
  return <TextLink href={`#orders/${id}`}>#{id}</TextLink>
}

function SendBack({ owing, toWeigh }: { owing: readonly OpenWeight[]; toWeigh: number }) {
  const hasMail = useHasMail()
  const total = cents(owing.reduce((sum, { toSendBack }) => sum + toCents(toSendBack), 0))
  const settle = useSettle(owing.map(({ id, owed }) => ({ id, amount: owed })))
  return (
    <section aria-label="To send back" className={`${CARD} mb-4 p-4`}>
      <p>
        {formatBoxes(owing.length)} weigh{owing.length === 1 ? 's' : ''} less than was paid for. The
        money goes back by itself when the box is handed out, or now: one refund
        {hasMail ? ' and one email' : ''} for each customer.
        {!hasMail && ' Email is not set up, so nobody is told.'}
        {toWeigh > 0 && ` ${formatBoxes(toWeigh)} still to weigh.`}
      </p>
      <Button className="mt-2" busy={settle.isPending} onClick={() => settle.mutate()}>
        <Undo2 aria-hidden="true" className="size-5" />
        Refund {formatDollars(total)} for {formatBoxes(owing.length)}
      </Button>
    </section>
  )
}

function useSettle(orders: { id: number; amount: number }[]) {
  return useChange({
    send: () => call(weighing.settle, { body: { orders, tellsBuyers: true } }),
    done: ({ orders: count, refunded, left }) => ({
      title: `Refunded ${formatMoney(refunded)} for ${formatBoxes(count)}`,
      description:
        left.length > 0
          ? `Changed meanwhile, please look again: ${left.map((id) => `#${id}`).join(', ')}.`
          : '',
    }),
    failed: 'Nothing was sent back',
    refreshes: [weighing.open, today.show, packing.days, deskOrders.list],
  })
}

function WeighField({ orderId, item }: { orderId: number; item: Item }) {
  const { byWeight } = item
  // A line weighed on another tablet in the meantime gets a draft of its own.
  const first = shownWeight(byWeight)
  const book = useDraftBook(`weight ${orderId} ${item.productId} ${first}`, 'customers')
  const weighed = useWeighed(orderId, book.forget)
  const [text, setText] = useDraft('text', first, book)
  const [pending, setPending] = useState<TypedWeight | null>(null)
  const send = ({ sent }: TypedWeight, isSure: boolean) => {
    setPending(null)
    if (!sent) return
    weighed.mutate({ productId: item.productId, ...sent, ...(isSure && { isSure }) })
  }
  const save = () => {
    const typed = readTypedWeight(text, byWeight, item.units)
    if (typed.question ?? typed.error) setPending(typed)
    else send(typed, false)
  }
  return (
    <Form onSubmit={save} className="grid gap-2 pb-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={`Weight in ${byWeight.unit}`}
          required
          inputMode="decimal"
          aria-label={`Weight of ${item.name} in ${byWeight.unit}, order ${orderId}`}
          placeholder={`up to ${toThree(byWeight.to * item.units)}`}
          value={text}
          error={pending?.error}
          onChange={({ target }) => {
            setText(target.value)
            setPending(null)
          }}
          className="min-w-0 flex-1 basis-32"
        />
        <Button type="submit" variant="quiet" busy={weighed.isPending}>
          <Scale aria-hidden="true" className="size-5" /> Save weight
        </Button>
      </div>
      <div role="status">
        {pending?.question ? (
          <WeightQuestion
            typed={pending}
            onYes={() => send(pending, true)}
            onNo={() => setPending(null)}
          />
        ) : (
          <p className="text-[0.9375rem] text-bark-deep">{weightOutcome(byWeight, item.units)}</p>
        )}
      </div>
      <NotSaved tick={weighed} />
    </Form>
  )
}
