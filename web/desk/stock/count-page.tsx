import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Fragment, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { type CountedProduct, type CountSheet, stockCount } from '#contract/products/stock-count.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CARD, CardList } from '../shared/card.tsx'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import { CountRow } from './count-row.tsx'
import { formatFound, formatShort } from './movement-text.ts'
import { useCounts } from './use-counts.ts'

const countQuery = { ...query(stockCount.show), staleTime: 0 }

export function CountPage() {
  return (
    <QueryPage
      title="Stock count"
      loading="Loading the stock…"
      failed="The stock could not be loaded."
      query={useQuery(countQuery)}
    >
      {(sheet) =>
        sheet.products.length === 0 ? (
          <ListEmpty text="There are no products to count yet." />
        ) : (
          <Count sheet={sheet} />
        )
      }
    </QueryPage>
  )
}

function Count({ sheet: { products, pastOrders } }: { sheet: CountSheet }) {
  const [find, setFind] = useState('')
  const counts = useCounts(products)
  const shown = products.filter((line) => includesWords(line.name, find))
  return (
    <>
      <p className="mb-3 max-w-prose text-bark-deep">
        Count everything on hand, including what is packed for orders. The rest is for sale.
      </p>
      {pastOrders > 0 && <PastOrders count={pastOrders} />}
      <CountDone done={counts.done} onDismiss={counts.forgetDone} />
      <ToolSearch label="Find a product" value={find} onType={setFind} />
      {shown.length === 0 && <ListEmpty text="No products found" />}
      {[...Map.groupBy(shown, ({ category }) => category)].map(([category, lines]) => (
        <Fragment key={category}>
          <h3 className="mt-5 mb-2 text-xl">{category}</h3>
          <CardList>
            {lines.map((line) => (
              <CountRow key={line.productId} line={line} counts={counts} />
            ))}
          </CardList>
        </Fragment>
      ))}
      <SaveBar counts={counts} total={products.length} />
    </>
  )
}

function PastOrders({ count }: { count: number }) {
  return (
    <Notice tone="warning" className="mb-4">
      {count === 1
        ? '1 order of a day that is over was never marked as picked up, so its goods still count as promised. '
        : `${count} orders of days that are over were never marked as picked up, so their goods still count as promised. `}
      <FarmerOnly>
        <TextLink href="#orders?status=to-pack">See the orders</TextLink>
      </FarmerOnly>
    </Notice>
  )
}

type SaveBarProps = { counts: ReturnType<typeof useCounts>; total: number }

function SaveBar({ counts: { typed, hasFault, saving }, total }: SaveBarProps) {
  return (
    <div className="sticky bottom-(--foot-bar,0px) z-1 -mx-1 mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-straw bg-paper px-1 py-3">
      <p role="status" className="mr-auto font-semibold">
        {typed} of {total} counted
      </p>
      <Button
        size="lg"
        busy={saving.isPending}
        disabled={typed === 0 || hasFault}
        onClick={() => saving.mutate()}
      >
        {saving.isPending ? 'Saving…' : 'Save the count'}
      </Button>
    </div>
  )
}

type CountDoneProps = { done: readonly CountedProduct[]; onDismiss: () => void }

function CountDone({ done, onDismiss }: CountDoneProps) {
  if (done.length === 0) return <div role="status" />
  const others = done.filter(({ units, short }) => units !== 0 || short > 0)
  return (
    <div role="status" className="mb-4 grid gap-3">
      {done
        .filter(({ short }) => short > 0)
        .map((line) => (
          <Short key={line.productId} line={line} />
        ))}
      <div className={`${CARD} flex items-start gap-2 py-2 pr-2 pl-4`}>
        <div className="grow py-1.5">
          <p className="font-semibold">
            {done.length === 1 ? '1 count is saved.' : `${done.length} counts are saved.`}
          </p>
          {others.length === 0 && <p>All is there as it should be.</p>}
          {others.map((line) => (
            <p key={line.productId}>
              {line.name}: {formatFound(line.counted, expectedBefore(line))}, {line.stock} for sale
              now
            </p>
          ))}
        </div>
        <Button variant="plain" size="icon" aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </div>
  )
}

function expectedBefore({ stock, units, promised }: CountedProduct): number {
  return stock - units + promised
}

function Short({ line }: { line: CountedProduct }) {
  const list = line.shortDay === null ? 'lists' : `lists/${line.shortDay}/harvest`
  return (
    <Notice tone="warning">
      {formatShort(line)} None is for sale any more.{' '}
      <FarmerOnly>
        <TextLink href={`#${list}`}>Decide on the harvest list</TextLink>
      </FarmerOnly>
    </Notice>
  )
}
