import { Download } from 'lucide-react'
import { figures, type PeriodFigures } from '#contract/figures.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { TENDER_KIND_LABELS } from '#contract/tender-kinds.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { FigureCard } from './figure-card.tsx'
import { type SumRow, SumTable } from './sum-table.tsx'

type Money = Omit<PeriodFigures['money'], 'ways' | 'untold'>

const format = (dollars: number) => formatDollars(toCents(dollars))

export function MoneyCard({ found }: { found: PeriodFigures }) {
  const { from, to, money } = found
  const file = new URLSearchParams({ from, to })
  return (
    <FigureCard title="For the bookkeeper" isWide>
      <p className="mb-2 text-bark-deep">
        Here money counts on the day it was taken or given back, whenever the goods were picked up.
      </p>
      <SumTable
        caption="Money that was taken and given back"
        head={['Paid with', 'Gross', 'Refunds', 'Fees', 'Net']}
        rows={money.ways.map((way) =>
          rowOf(
            way.kind,
            TENDER_KIND_LABELS[way.kind],
            way,
            way.kind === 'card' && isUnknown(money),
          ),
        )}
        sum={rowOf('sum', 'Together', money, isUnknown(money))}
      />
      <p className="mt-3 text-[0.9375rem] text-bark-deep">
        {feeSentence(found)} No sales tax is collected: the shop adds none to its prices.
      </p>
      <a
        href={`${figures.bookkeeping.path}?${file}`}
        download
        className={buttonLook({ variant: 'quiet' }, 'mt-3')}
      >
        <Download aria-hidden="true" className="size-4.5" />
        Download CSV
      </a>
    </FigureCard>
  )
}

function rowOf(id: string, name: string, money: Money, isFeeUnknown: boolean): SumRow {
  const fees = isFeeUnknown ? 'not reported' : format(money.fees)
  return {
    ...{ id, name },
    ...((money.taken > 0 || money.givenBack > 0) && {
      note: `${format(money.taken)} gross, ${format(money.givenBack)} refunds, fees ${fees}`,
    }),
    cells: [
      <PriceInDollars key="taken" dollars={money.taken} />,
      <PriceInDollars key="given" dollars={money.givenBack} />,
      fees,
      <PriceInDollars key="net" dollars={money.net} />,
    ],
  }
}

const isUnknown = ({ untold, fees }: PeriodFigures['money'] | (Money & { untold: number })) =>
  untold > 0 && fees === 0

function feeSentence({ testMode, money }: PeriodFigures): string {
  if (testMode) return 'Fees for test cards are not reported.'
  if (money.untold === 0) return 'Fees are what the card provider reported.'
  const many = money.untold === 1 ? 'one payment' : `${money.untold} payments`
  return `The card provider has not reported its fees for ${many} yet.`
}
