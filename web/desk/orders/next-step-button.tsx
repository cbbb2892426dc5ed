import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnpaid } from '#contract/money/standing.ts'
import { type ChangedStatuses, deskOrders, MAX_CHANGES } from '#contract/orders/desk-orders.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import { isToPack, type OrderStatus } from '#contract/orders/order-status.ts'
import { type Order, orders } from '#contract/orders/orders.ts'
import { today } from '#contract/today.ts'
import { call, query } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { readAgain, toastFailure } from '../shared/use-change.ts'
import { countOrders } from './order-labels.ts'
import { putOrder, REFRESHED, useOrderChange } from './orders-query.ts'

/** What one tap does: it sets the status, or where there is none it ticks the box. */
const STEPS = {
  pack: { label: 'Pack', done: 'is packed', status: null },
  'hand-out': { label: 'Hand out', done: 'was handed out', status: null },
  ship: { label: 'On its way', done: 'is on its way', status: 'shipped' },
  deliver: { label: 'Delivered', done: 'was delivered', status: 'delivered' },
} as const
type Step = keyof typeof STEPS

/** What is done in the order itself. */
const LINKS = { 'take-payment': 'Take payment', open: 'Open' } as const

/** `today`: the farm's day. From its market day on, an order is handed out, packed or not. */
function nextStepOf(order: Order, today: string | undefined): Step | keyof typeof LINKS {
  if (order.status === 'shipped') return isUnpaid(order) ? 'open' : 'deliver'
  if (!isToPack(order)) return 'open'
  const isDue = today !== undefined && order.marketDay !== null && order.marketDay.day <= today
  if (order.packedAt === null && !isDue) return 'pack'
  if (isUnpaid(order)) return order.balance ? 'take-payment' : 'open'
  return order.deliveryMethod === 'shipping' ? 'ship' : 'hand-out'
}

type NextStepButtonProps = {
  order: Order
  /** Of the order in full; null there itself, where it is the main button. */
  href: string | null
}

export function NextStepButton({ order, href }: NextStepButtonProps) {
  const { data } = useQuery(query(today.show))
  const step = nextStepOf(order, data?.today)
  const isMain = href === null
  if (step === 'open' && isMain) return null
  if (step !== 'open' && step !== 'take-payment')
    return <DoButton key={step} order={order} step={step} isMain={isMain} />
  return (
    <a
      href={href ?? `#orders/${order.id}/payment`}
      className={
        isMain
          ? buttonLook({ size: 'lg' }, 'w-full')
          : buttonLook({ variant: 'quiet', size: 'sm' }, 'relative whitespace-nowrap')
      }
      aria-label={isMain ? undefined : nameOf(LINKS[step], order)}
    >
      {LINKS[step]}
    </a>
  )
}

type DoButtonProps = { order: Order; step: Step; isMain: boolean }

function DoButton({ order, step, isMain }: DoButtonProps) {
  const next = useNextStep(order)
  const { label } = STEPS[step]
  return (
    <Button
      variant={isMain ? 'primary' : 'sprout'}
      size={isMain ? 'lg' : 'sm'}
      busy={next.isPending}
      className={isMain ? 'w-full' : 'relative whitespace-nowrap'}
      aria-label={nameOf(label, order)}
      onClick={() => next.mutate(step)}
    >
      {label}
    </Button>
  )
}

const nameOf = (label: string, { id }: Order) => `${label}, order #${id}`

type Sent = { step: Step; isUndone?: boolean }

function useNextStep(order: Order) {
  const client = useQueryClient()
  const tick = useOrderChange({
    send: ({ step, isUndone = false }: Sent) => send(order, step, !isUndone),
    failed: 'Not saved, please tap again',
    onDone: (changed, { step, isUndone }) => {
      putOrder(client, { ...changed, id: order.id })
      if (isUndone) toast({ title: 'Taken back', description: `Order #${order.id}` })
      else
        toast({
          title: `Order #${order.id} ${STEPS[step].done}`,
          description: order.customerName,
          ...undoing(step),
        })
    },
  })
  const undoing = (step: Step) => {
    const { status } = STEPS[step]
    return status === null
      ? { action: { label: 'Undo', run: () => tick.mutate({ step, isUndone: true }) } }
      : undoOf([order.id, ...(order.packedWith ?? [])], status, client)
  }
  return { isPending: tick.isPending, mutate: (step: Step) => tick.mutate({ step }) }
}

/** What was added to an order goes with it. */
async function send(order: Order, step: Step, isDone: boolean): Promise<Partial<Order>> {
  const others = order.packedWith ?? []
  const { status } = STEPS[step]
  if (status !== null) {
    await setBoxStatus({ order, others, status })
    return { status }
  }
  const { orderTickEndpoints: ticks } = await import('#contract/packing/packing.ts')
  const tick = (id: number) => {
    const params = { id: String(id) }
    return step === 'pack'
      ? call(ticks.packed, { params, body: { packed: isDone } })
      : call(ticks.collected, { params, body: { collected: isDone } })
  }
  const changed = await tick(order.id)
  for (const id of others) await tick(id)
  return changed
}

export const STATUS_FAILED = 'Error updating order status'

/** `others`: what was added to it, and changes with it. */
type BoxStatus = {
  order: Order
  others?: readonly number[]
  status: OrderStatus
  goods?: Goods
}

export function useChangeStatus(onChanged: (status: OrderStatus) => void) {
  const client = useQueryClient()
  return useOrderChange({
    send: setBoxStatus,
    failed: STATUS_FAILED,
    onDone: (_, { order, others = [], status }) => {
      const ids = [order.id, ...others]
      const action = undoOf(ids, status, client)
      toast({ title: 'Order status updated', ...action })
      for (const id of ids) putOrder(client, { id, status })
      onChanged(status)
    },
  })
}

/** @throws ApiFailure unless every order in the box changed */
async function setBoxStatus({ order, others = [], ...body }: BoxStatus): Promise<void> {
  if (others.length === 0) {
    await call(orders.changeStatus, { params: { id: String(order.id) }, body })
    return
  }
  const ids = [order.id, ...others]
  const reopening = order.status === 'cancelled' ? { mayReopen: true } : {}
  const all = { ids, ...body, ...reopening }
  const { refused } = await call(deskOrders.changeStatuses, { body: all })
  const [first] = refused
  if (first) {
    const message = `#${first.id}: ${first.message}`
    throw new ApiFailure(409, { code: 'change-impossible', message })
  }
}

export async function inChunks(
  ids: readonly number[],
  send: (some: number[]) => Promise<ChangedStatuses>,
): Promise<ChangedStatuses> {
  const all: ChangedStatuses = { changed: [], refused: [] }
  for (let from = 0; from < ids.length; from += MAX_CHANGES) {
    const { changed, refused } = await send(ids.slice(from, from + MAX_CHANGES))
    all.changed.push(...changed)
    all.refused.push(...refused)
  }
  return all
}

/** No undo for a cancellation: its refund or email is already gone. */
export function undoOf(
  ids: readonly number[],
  status: OrderStatus,
  client: QueryClient,
): Pick<ToastText, 'action'> {
  if (status === 'cancelled' || ids.length === 0) return {}
  return { action: { label: 'Undo', run: () => void undo(ids, status, client) } }
}

const FAILED = 'Not undone'

async function undo(
  ids: readonly number[],
  status: OrderStatus,
  client: QueryClient,
): Promise<void> {
  try {
    const sendUndo = (some: number[]) =>
      call(deskOrders.undoStatus, { body: { ids: some, status } })
    const { changed, refused } = await inChunks(ids, sendUndo)
    const done = changed.length > 0 ? `${countOrders(changed.length)} as before.` : ''
    const [first] = refused
    if (!first) toast({ title: 'Undone', description: done })
    else {
      const others = refused.length > 1 ? ` And ${refused.length - 1} more.` : ''
      const description = `${first.message}${others} ${done}`.trim()
      toast({ variant: 'destructive', title: FAILED, description })
    }
  } catch (failure) {
    toastFailure(FAILED, failure)
  }
  await readAgain(client, REFRESHED)
}
