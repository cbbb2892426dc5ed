import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangedStatuses, deskOrders, MAX_ORDERS } from '#contract/orders/desk-orders.ts'
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useQuestionAbout } from '../shared/dialog-at.tsx'
import { TOOL } from '../shared/toolbar.tsx'
import { toastFailure } from '../shared/use-change.ts'
import { cancellationsText } from './cancelling-text.ts'
import { inChunks, STATUS_FAILED, undoOf } from './next-step-button.tsx'
import { countOrders } from './order-labels.ts'
import { foundQuery, type ListFilter, queryOf, useOrderChange } from './orders-query.ts'
import { PrintButtons } from './print-slips.tsx'
import { AtMarketNotice, useAtMarket } from './status-question.tsx'

export type ChoiceProps = {
  orders: readonly Order[]
  chosenIds: ReadonlySet<number>
  onChoose: (ids: ReadonlySet<number>) => void
}

/** Orders that couldn't be changed stay chosen. */
export function BulkBar({
  orders,
  filter,
  chosenIds,
  onChoose,
}: ChoiceProps & { filter: ListFilter }) {
  const [refused, setRefused] = useState<ChangedStatuses['refused']>([])
  const [further, setFurther] = useState<readonly Order[]>([])
  const shownIds = new Set(orders.map(({ id }) => id))
  const known = [...orders, ...further.filter(({ id }) => !shownIds.has(id))]
  const chosen = known.filter(({ id }) => chosenIds.has(id))
  const isAll = orders.every(({ id }) => chosenIds.has(id))
  if (chosen.length + refused.length === 0) return null
  return (
    <section
      aria-label="Selected orders"
      className="sticky top-15 z-20 mb-2 rounded-2xl border border-straw bg-card px-3 py-1.5 raised lg:mb-1 lg:px-4 lg:py-0"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:gap-x-4">
        {chosen.length > 0 && (
          <>
            <p className="font-semibold">{chosen.length} selected</p>
            {isAll && (
              <AllFound
                filter={filter}
                chosen={chosen.length}
                onLoaded={(found) => {
                  setFurther(found)
                  onChoose(new Set(found.map(({ id }) => id)))
                }}
              />
            )}
            <StatusOfAll
              chosen={chosen}
              onAnswered={(answer) => {
                setRefused(answer.refused)
                onChoose(new Set(answer.refused.map(({ id }) => id)))
              }}
            />
            <PrintButtons orders={chosen} />
          </>
        )}
      </div>
      {refused.length > 0 && (
        <div role="alert" className="mt-1 mb-2 rounded-xl bg-beet-pale px-4 py-3">
          <p className="font-semibold">These did not change and are still selected:</p>
          <ul className="my-1">
            {refused.map(({ id, message }) => (
              <li key={id}>
                #{id}: {message}
              </li>
            ))}
          </ul>
          <Button variant="quiet" size="sm" onClick={() => setRefused([])}>
            Got it
          </Button>
        </div>
      )}
    </section>
  )
}

type AllFoundProps = {
  filter: ListFilter
  chosen: number
  onLoaded: (found: readonly Order[]) => void
}

function AllFound({ filter, chosen, onLoaded }: AllFoundProps) {
  const { data: found } = useQuery(foundQuery(filter))
  const load = useMutation({
    mutationFn: () => loadFound(filter),
    onSuccess: onLoaded,
    onError: (failure) => toastFailure('The orders could not be selected', failure),
  })
  if (!found || (!found.isMore && found.count <= chosen) || chosen >= MAX_CHOSEN) return null
  const isWhole = !found.isMore && found.count <= MAX_CHOSEN
  const many = isWhole ? `all ${found.count}` : `the first ${MAX_CHOSEN.toLocaleString('en-US')}`
  const of = isWhole || found.isMore ? '' : ` of ${found.count.toLocaleString('en-US')}`
  return (
    <Button variant="quiet" size="sm" busy={load.isPending} onClick={() => load.mutate()}>
      Select {many} found{of}
    </Button>
  )
}

/** The most orders to select at once, beyond those shown. */
const MAX_CHOSEN = 1000

async function loadFound(filter: ListFilter): Promise<Order[]> {
  const found: Order[] = []
  for (let before: string | undefined; found.length < MAX_CHOSEN; ) {
    const page = { ...queryOf(filter), limit: String(MAX_ORDERS), ...(before ? { before } : {}) }
    const answer = await call(deskOrders.list, { query: page })
    found.push(...answer)
    if (answer.length < MAX_ORDERS) break
    before = String(answer.at(-1)?.id)
  }
  return found.slice(0, MAX_CHOSEN)
}

type StatusOfAllProps = { chosen: readonly Order[]; onAnswered: (answer: ChangedStatuses) => void }

function StatusOfAll({ chosen, onAnswered }: StatusOfAllProps) {
  // A reload clears the selection, and this question with it.
  const [subject, open] = useQuestionAbout<true>('orders/cancel')
  const client = useQueryClient()
  const change = useOrderChange({
    send: sendStatuses,
    failed: STATUS_FAILED,
    onDone: (answer, { status }) => {
      toastStatusChange(answer, status, client)
      open(null)
      onAnswered(answer)
    },
  })
  const away = useAtMarket(
    chosen.map(({ id }) => id),
    subject !== null,
  )
  const missing = away.orders.map(({ id }) => id)
  const set = (status: OrderStatus) =>
    change.mutate({ ids: chosen.map(({ id }) => id), status, missing })
  const choose = (status: OrderStatus | undefined) => {
    if (status === 'cancelled') open(true)
    else if (status) set(status)
  }
  const many = formatOrders(chosen.length)
  return (
    <>
      <div className="w-40">
        <select
          aria-label="Set the status of all selected"
          aria-busy={change.isPending || undefined}
          disabled={change.isPending}
          value={change.isPending ? change.variables.status : ''}
          onChange={({ target }) =>
            choose(ORDER_STATUSES.find((status) => status === target.value))
          }
          className={classNames(TOOL, 'cursor-pointer aria-busy:opacity-60')}
        >
          <option value="">Set status to…</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </select>
      </div>
      <ConfirmDialog
        open={subject !== null}
        onClose={() => open(null)}
        title={`Cancel ${many}?`}
        confirmLabel={change.isPending ? 'Canceling…' : `Cancel ${many}`}
        cancelLabel="Keep them"
        onConfirm={() => set('cancelled')}
        busy={change.isPending || away.isLoading}
      >
        {cancellationsText(chosen)}
        <AtMarketNotice orders={away.orders} isOne={false} />
        {missing.length > 0 && (
          <p className="mt-2">What is at the market does not go back in stock.</p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** `missing`: those whose goods do not go back in stock when they are cancelled. */
type ManyStatuses = { ids: number[]; status: OrderStatus; missing?: readonly number[] }

async function sendStatuses({ ids, status, missing = [] }: ManyStatuses): Promise<ChangedStatuses> {
  const lost = status === 'cancelled' ? ids.filter((id) => missing.includes(id)) : []
  const remaining = ids.filter((id) => !lost.includes(id))
  const send = (all: number[], more: { goods?: 'missing' }) =>
    inChunks(all, (some) =>
      call(deskOrders.changeStatuses, { body: { ids: some, status, ...more } }),
    )
  const answers = [await send(remaining, {}), await send(lost, { goods: 'missing' })]
  return {
    changed: answers.flatMap(({ changed }) => changed),
    refused: answers.flatMap(({ refused }) => refused),
  }
}

function toastStatusChange(
  { changed, refused }: ChangedStatuses,
  status: OrderStatus,
  client: QueryClient,
): void {
  const action = undoOf(changed, status, client)
  const done = changed.length > 0 ? `${countOrders(changed.length)} now ${status}.` : ''
  const left = `${countOrders(refused.length)} unchanged. `
  if (refused.length === 0) toast({ title: 'Order status updated', description: done, ...action })
  else
    toast({
      variant: 'destructive',
      title: STATUS_FAILED,
      description: (left + done).trim(),
      ...action,
    })
}
