import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type JournalPage,
  type StockMovement,
  stockJournal,
} from '#contract/products/stock-journal.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { CARD, CardRow, MoreButton, QueryStates } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { StockDialog } from './stock-dialog.tsx'
import { formatCount, formatReason, formatUnits, formatWho, useUndo } from './stock-query.ts'

const journalQuery = (productId: number) => {
  const params = { id: productId }
  return infiniteQueryOptions({
    queryKey: [...query(stockJournal.list, { params, query: {} }).queryKey, 'pages'],
    queryFn: ({ pageParam }) =>
      call(stockJournal.list, {
        params,
        query: pageParam === null ? {} : { before: String(pageParam) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ movements, isMore }) => (isMore ? (movements.at(-1)?.id ?? null) : null),
    // Every sale adds to it, so it is read on every open.
    staleTime: 0,
    gcTime: 0,
  })
}

export function JournalView({ productId }: { productId: number }) {
  const answers = useInfiniteQuery(journalQuery(productId))
  return (
    <>
      <QueryStates what="the stock journal" query={answers}>
        {({ pages }) => {
          const [first] = pages
          return (
            <>
              {first && <JournalHead product={first.product} />}
              <ol className={CARD}>
                {pages
                  .flatMap(({ movements }) => movements)
                  .map((movement) => (
                    <MovementRow key={movement.id} movement={movement} />
                  ))}
              </ol>
            </>
          )
        }}
      </QueryStates>
      {answers.hasNextPage && (
        <MoreButton busy={answers.isFetchingNextPage} onMore={() => void answers.fetchNextPage()}>
          Show older
        </MoreButton>
      )}
    </>
  )
}

function JournalHead({ product }: Pick<JournalPage, 'product'>) {
  const { name, stock, promised, isGone } = product
  const isHelper = useIsHelper()
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  return (
    <>
      <p className="text-bark-deep">Stock journal</p>
      <h2 className="text-2xl wrap-anywhere sm:text-3xl">{name}</h2>
      <p className="mt-1 text-bark-deep">
        {isGone
          ? 'This product left the shop.'
          : `${stock} for sale${promised === 0 ? '' : ` + ${promised} promised to orders = ${stock + promised} should be there`}`}
      </p>
      <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {!isGone && (
          <Button onClick={() => setOpened(({ count }) => ({ count: count + 1, isOpen: true }))}>
            {isHelper ? 'Harvest or waste' : 'Harvest, waste or gift'}
          </Button>
        )}
        <TextLink href="#stock">Count the stock</TextLink>
        <FarmerOnly>
          <TextLink href="#products">All products</TextLink>
        </FarmerOnly>
      </div>
      {opened.count > 0 && (
        <StockDialog
          key={opened.count}
          product={product}
          open={opened.isOpen}
          onClose={() => setOpened(({ count }) => ({ count, isOpen: false }))}
        />
      )}
    </>
  )
}

function MovementRow({ movement }: { movement: StockMovement }) {
  const { formatMoment } = useFarmDates()
  const { units, orderId, note, at, isUndone } = movement
  const details = [formatMoment(at), formatWho(movement)].filter(Boolean).join(' · ')
  return (
    <CardRow className="flex items-start gap-3 px-4 py-3">
      <span
        className={classNames(
          'w-14 shrink-0 text-right text-xl leading-snug font-bold tabular-nums',
          lookOf(movement),
        )}
      >
        {formatUnits(units)}
      </span>
      <span className="min-w-0 grow wrap-anywhere">
        <span className="block font-semibold">
          {formatReason(movement)}
          {orderId !== null && <OrderLink id={orderId} />}
          {isUndone && (
            <Badge variant="outline" className="ml-2">
              Undone
            </Badge>
          )}
        </span>
        {movement.reason === 'counted' && <span className="block">{formatCount(movement)}</span>}
        {note && <span className="block">“{note}”</span>}
        <time dateTime={at} className="block text-[0.9375rem] text-bark-deep">
          {details}
        </time>
      </span>
      {movement.canUndo && <UndoButton movement={movement} />}
    </CardRow>
  )
}

function lookOf({ isUndone, units }: StockMovement): string {
  if (isUndone) return 'text-bark-deep line-through'
  if (units === 0) return 'text-bark-deep'
  return units < 0 ? 'text-beet' : 'text-leaf-deep'
}

function OrderLink({ id }: { id: number }) {
  if (useIsHelper()) return <span className="ml-2">Order #{id}</span>
  return (
    <TextLink href={`#orders/${id}`} className="-my-2.5 ml-2">
      Order #{id}
    </TextLink>
  )
}

function UndoButton({ movement }: { movement: StockMovement }) {
  const undo = useUndo()
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={undo.isPending}
      aria-label={`Undo: ${formatReason(movement)} ${formatUnits(movement.units)}`}
      onClick={() => undo.mutate(movement.id)}
    >
      Undo
    </Button>
  )
}
