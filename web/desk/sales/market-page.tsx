import { useQuery } from '@tanstack/react-query'
import { sales } from '#contract/sales.ts'
import { query } from '#web/api/query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { NoShowsView } from '../no-shows/no-shows-view.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { CashView } from './cash-view.tsx'
import { SalesView } from './sales-view.tsx'
import { EMPTY_SALE, type SaleState, SellView } from './sell-view.tsx'
import { TruckView } from './truck-view.tsx'

const PARTS = [
  { name: 'sell', label: 'Sell' },
  { name: 'sales', label: 'Sales' },
  { name: 'truck', label: 'On the truck' },
  { name: 'cash', label: 'Cash' },
  { name: 'not-picked-up', label: 'Not picked up' },
] as const

export function MarketPage() {
  const [, part = '', more = ''] = useHash().split('/')
  const name = PARTS.find((one) => one.name === part)?.name ?? 'sell'
  const choices = useQuery({ ...query(sales.choices), staleTime: 0 })
  // What is being sold stays while she looks at the cash.
  const book = useDraftBook('market/sale', 'customers')
  const [sale, setSale] = useDraft<SaleState>('sale', EMPTY_SALE, book)
  return (
    <>
      <h2 className="sr-only">At the market</h2>
      <MarketLinks current={name} today={choices.data?.today} />
      {name === 'not-picked-up' ? (
        <NoShowsView />
      ) : (
        <QueryStates
          loading="Loading the market days…"
          failed="The market days could not be loaded."
          query={choices}
        >
          {(known) => (
            <>
              {name === 'sell' && <SellView choices={known} sale={sale} onSale={setSale} />}
              {name === 'sales' && <SalesView day={more || known.today} today={known.today} />}
              {name === 'truck' && <TruckView choices={known} dayId={Number(more) || null} />}
              {name === 'cash' && <CashView choices={known} dayId={Number(more) || null} />}
            </>
          )}
        </QueryStates>
      )}
    </>
  )
}

function MarketLinks({ current, today }: { current: string; today: string | undefined }) {
  return (
    <nav aria-label="At the market" className="mb-5 flex flex-wrap gap-2">
      {PARTS.map(({ name, label }) => (
        <a
          key={name}
          href={`#market/${name}`}
          aria-current={name === current ? 'page' : undefined}
          className={buttonLook({ variant: name === current ? 'primary' : 'quiet', size: 'sm' })}
        >
          {label}
        </a>
      ))}
      <a
        href={today ? `#lists/${today}/hand-over` : '#lists'}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        Hand over
      </a>
      <a href="#stall" className={buttonLook({ variant: 'quiet', size: 'sm' })}>
        Phones
      </a>
    </nav>
  )
}
