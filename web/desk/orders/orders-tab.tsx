import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatMoney } from '#contract/money/money.ts'
import type { FoundOrders } from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { Button } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { ListEmpty, ListFailed, ListLoading, MoreButton } from '../shared/card.tsx'
import { CheckField, type CheckFieldProps } from '../shared/check-field.tsx'
import { DialogAt } from '../shared/dialog-at.tsx'
import { later } from '../shared/lazy-part.tsx'
import { leaveTo } from '../shared/leaving.ts'
import { TestBadge } from '../shared/test-badge.tsx'
import type { ChoiceProps } from './bulk-bar.tsx'
import { OrderRows, OrderTable } from './order-table.tsx'
import { ClearFilter, OrderTools } from './order-tools.tsx'
import {
  addressOf,
  filterChoicesQuery,
  foundQuery,
  isNarrow,
  type ListFilter,
  ordersQuery,
  readAddress,
  withKnownPlace,
} from './orders-query.ts'

const AlsoFound = later(() => import('./also-found.tsx').then((code) => code.AlsoFound))
const OrderDialog = later(() => import('./order-dialog.tsx').then((code) => code.OrderDialog))
const PhoneOrderDialog = later(() =>
  import('./phone-order-dialog.tsx').then((code) => code.PhoneOrderDialog),
)

export function OrdersTab() {
  const { filter: requested, openId } = readAddress(useHash())
  const { data: choices } = useQuery(filterChoicesQuery)
  const filter = withKnownPlace(requested, choices?.places)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(
    ordersQuery(filter),
  )
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Orders
      </h2>
      <OrderTools filter={filter} choices={choices} />
      {filter.text && <AlsoFound text={filter.text} />}
      {isPending && <ListLoading text="Loading orders..." />}
      {error && (
        <ListFailed text="The orders could not be loaded." query={{ error, isFetching, refetch }} />
      )}
      {data && !error && (
        <OrderList
          key={addressOf({ filter, openId: null })}
          orders={data.pages.flat()}
          filter={filter}
          older={older}
        />
      )}

      {openId !== null && (
        <OrderDialog
          key={openId}
          id={openId}
          onClose={() => leaveTo(addressOf({ filter, openId: null }))}
          onFocusLost={() => heading.current?.focus()}
        />
      )}

      <DialogAt address="orders/new" holds="customers">
        {(dialog) => <PhoneOrderDialog {...dialog} />}
      </DialogAt>
    </>
  )
}

const BulkBar = later(() => import('./bulk-bar.tsx').then((code) => code.BulkBar))

type OrderListProps = {
  orders: readonly Order[]
  filter: ListFilter
  older: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

function OrderList({ orders, filter, older }: OrderListProps) {
  const isNarrowScreen = useMedia('(width < 64rem)')
  /** Null unless orders are being selected. */
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null)
  const isSelecting = selected !== null
  if (orders.length === 0) return <NoOrders filter={filter} />
  const chosenIds = selected ?? NONE
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const others = [...chosenIds].filter((id) => !ids.includes(id))
    setSelected(new Set(isChosen ? [...others, ...ids] : others))
  }
  const chosen = { orders, chosenIds, onChoose: setSelected }
  const isMixed = orders.some(({ testMode }) => !testMode)
  const list = { orders, filter, chosenIds, isMixed, onChoose: isSelecting ? choose : null }
  const all = `Select all ${orders.length} shown`
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-x-3">
        {isSelecting ? (
          <SelectAll {...chosen} label={all} />
        ) : (
          <FoundLine
            filter={filter}
            isTest={!isMixed}
            shown={orders.length}
            hasOlder={older.hasNextPage}
            before={<SelectAll {...chosen} hiddenLabel={all} />}
          />
        )}
        <Button
          variant="plain"
          size="sm"
          className="shrink-0 max-lg:px-2"
          aria-pressed={isSelecting}
          onClick={() => setSelected(isSelecting ? null : NONE)}
        >
          {isSelecting ? 'Done' : 'Select'}
        </Button>
      </div>
      {isSelecting && (
        <BulkBar
          {...chosen}
          // What was chosen is done, but for what was refused.
          onChoose={(ids) => setSelected(ids.size > 0 ? ids : null)}
          filter={filter}
        />
      )}
      {isNarrowScreen ? <OrderRows {...list} /> : <OrderTable {...list} />}
      {older.hasNextPage && (
        <MoreButton busy={older.isFetchingNextPage} onMore={() => void older.fetchNextPage()}>
          Show older orders
        </MoreButton>
      )}
    </>
  )
}

const NONE: ReadonlySet<number> = new Set()

function NoOrders({ filter }: { filter: ListFilter }) {
  return (
    <ListEmpty text="No orders found">
      {isNarrow(filter) ? (
        <>
          <p className="mb-2 text-bark-deep">No orders match your search.</p>
          <ClearFilter filter={filter} />
        </>
      ) : (
        <p className="text-bark-deep">The first one will show up here as soon as someone pays.</p>
      )}
    </ListEmpty>
  )
}

type FoundLineProps = {
  filter: ListFilter
  shown: number
  hasOlder: boolean
  isTest: boolean
  before: ReactNode
}

function FoundLine({ filter, shown, hasOlder, isTest, before }: FoundLineProps) {
  const { data: found } = useQuery(foundQuery(filter))
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-bark-deep lg:gap-x-3">
      {before}
      <p role="status" className="font-semibold">
        {formatFound(found, { shown, hasOlder })}
      </p>
      {found?.worth !== null && found !== undefined && (
        <p className="tabular-nums">
          worth <span className="font-semibold">{formatMoney(found.worth)}</span>
          {found.refunded !== null && found.refunded > 0 && (
            <> after {formatMoney(found.refunded)} refunded</>
          )}
        </p>
      )}
      {isTest && <TestBadge />}
      <ClearFilter filter={filter} isSmall />
    </div>
  )
}

type Shown = Pick<FoundLineProps, 'shown' | 'hasOlder'>

function formatFound(found: FoundOrders | undefined, { shown, hasOlder }: Shown): string {
  if (found && !found.isMore && found.count >= shown) {
    const { count, cancelled } = found
    return `${formatOrders(count)}${cancelled ? `, ${cancelled} of them canceled` : ''}`
  }
  if (hasOlder) return `The latest ${shown} orders${found ? ' of many' : ''}`
  return formatOrders(shown)
}

function SelectAll({
  orders,
  chosenIds,
  onChoose,
  ...name
}: ChoiceProps & Pick<CheckFieldProps, 'label' | 'hiddenLabel'>) {
  const chosen = orders.filter(({ id }) => chosenIds.has(id))
  const isAll = chosen.length === orders.length
  return (
    <CheckField
      {...name}
      checked={isAll}
      partly={chosen.length > 0 && !isAll}
      onChange={() => onChoose(new Set(isAll ? [] : orders.map(({ id }) => id)))}
    />
  )
}
