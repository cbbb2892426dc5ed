import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { type CountSheet, stockCount } from '#contract/stock-count.ts'
import { includesWords } from '#contract/word-forms.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CardList } from '../shared/card.tsx'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import { CountDone } from './count-done.tsx'
import { CountRow } from './count-row.tsx'
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
