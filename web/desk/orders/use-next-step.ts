import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrderStatus } from '#contract/order-status.ts'
import { type Order, orders } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import type { NextStep } from './next-step.ts'
import { putOrder, refreshOrders } from './orders-query.ts'
import { undoOf } from './undo-status.ts'

type Step = Exclude<NextStep, 'open' | 'take-payment'>

type Sent = { step: Step; isUndone?: boolean }

/** The step is made at once; its toast takes a tick back. */
export function useNextStep(order: Order) {
  const client = useQueryClient()
  const tick = useMutation({
    mutationFn: ({ step, isUndone = false }: Sent) => send(order, step, !isUndone),
    onSuccess: (changed, { step, isUndone }) => {
      putOrder(client, { ...order, ...changed })
      if (isUndone) toast({ title: 'Taken back', description: `Order #${order.id}` })
      else toastDone(order, step, undoing(step))
    },
    onError: (failure) => toastFailure('Not saved, please tap again', failure),
    // Somebody else may have been faster, so the lists are read again either way.
    onSettled: () => void refreshOrders(client),
  })
  const undoing = (step: Step) => {
    const status = STATUS_OF[step]
    return status === null
      ? { label: 'Undo', run: () => tick.mutate({ step, isUndone: true }) }
      : undoOf([order.id], status, () => refreshOrders(client)).action
  }
  return { isPending: tick.isPending, mutate: (step: Step) => tick.mutate({ step }) }
}

async function send(order: Order, step: Step, isDone: boolean): Promise<Partial<Order>> {
  const params = { id: String(order.id) }
  if (step !== 'pack' && step !== 'hand-out')
    return call(orders.changeStatus, { params, body: { status: STATUS_OF[step] } })
  const { orderTickEndpoints: ticks } = await import('#contract/packing.ts')
  return step === 'pack'
    ? call(ticks.packed, { params, body: { packed: isDone } })
    : call(ticks.collected, { params, body: { collected: isDone } })
}

/** The status that a step sets; null for a tick, which leaves it alone. */
const STATUS_OF = {
  pack: null,
  'hand-out': null,
  ship: 'shipped',
  deliver: 'delivered',
} as const satisfies Record<Step, OrderStatus | null>

const DONE: Record<Step, string> = {
  pack: 'is packed',
  'hand-out': 'was handed out',
  ship: 'is on its way',
  deliver: 'was delivered',
}

function toastDone({ id, customerName }: Order, step: Step, action: ToastText['action']): void {
  toast({
    title: `Order #${id} ${DONE[step]}`,
    description: customerName,
    ...(action ? { action } : {}),
  })
}
