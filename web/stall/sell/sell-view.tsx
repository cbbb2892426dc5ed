import { useRef, useState } from 'react'
import type { Cents } from '#contract/money.ts'
import {
  changeOf,
  type DraftLine,
  faultOf,
  linesSent,
  NO_PAYMENT,
  type Payment,
  restOf,
  tendersSent,
  totalOf,
  unitsOf,
  wayOf,
  withFree,
  withProduct,
  withWeighed,
} from '#contract/sale-draft.ts'
import type { StallDay } from '#contract/stall.ts'
import { PayPanel } from '#web/ui/sale/pay-panel.tsx'
import { SaleLines } from '#web/ui/sale/sale-lines.tsx'
import { SellTiles } from '#web/ui/sale/sell-tiles.tsx'
import { dropDraft } from '../note.ts'
import { useStall, useStallDraft } from '../use-stall.ts'
import { withCash } from '../with-cash.ts'
import { BegunSale } from './begun-sale.tsx'
import { LastSale } from './last-sale-card.tsx'
import { SellFoot } from './sell-foot.tsx'
import { TilePicture } from './tile-picture.tsx'
import { tilesOf } from './tiles-of.ts'

type Sale = { lines: readonly DraftLine[]; payment: Payment }

const NO_SALE: Sale = { lines: [], payment: NO_PAYMENT }

export function SellView() {
  const { day } = useStall()
  return day && <Till key={day.marketDay.id} day={day} />
}

function Till({ day }: { day: StallDay }) {
  const key = `sale ${day.marketDay.id}`
  const [sale, setSale, send] = useStallDraft<Sale>(key, NO_SALE)
  const [wasBegun, setBegun] = useState(sale.lines.length > 0)
  const [back, setBack] = useState<Cents | null>(null)
  const till = useRef<HTMLDivElement>(null)
  const { lines, payment } = sale
  const change = (next: Sale) => {
    setBegun(false)
    setBack(null)
    if (next.lines.length === 0) dropDraft(key)
    else setSale(next)
  }
  const edit = (next: readonly DraftLine[]) => change({ ...sale, lines: next })
  const total = totalOf(lines)
  const fault = faultOf(lines, payment)
  const sell = async () => {
    const own = changeOf(restOf(total, payment), payment)
    const tenders = withCash(tendersSent(total, payment, day.ways), day.ways)
    if (await send({ kind: 'sell', lines: linesSent(lines), tenders, note: '' })) setBack(own)
    scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <div className="grid gap-4 pt-3">
      <h2 className="sr-only">Sell</h2>
      {wasBegun && lines.length > 0 && (
        <BegunSale lines={lines} onAgain={() => change(NO_SALE)} onGo={() => setBegun(false)} />
      )}
      {lines.length === 0 && <LastSale day={day} back={back} onUndone={() => setBack(null)} />}
      <SellTiles
        products={tilesOf(day.products)}
        unitsOf={(id) => unitsOf(lines, id)}
        pictureOf={({ image }) => <TilePicture image={image} />}
        onTap={(product) => edit(withProduct(lines, product))}
        onWeighed={(product, weighed) => edit(withWeighed(lines, product, weighed))}
        onFree={(line) => edit(withFree(lines, line))}
      />
      <div ref={till} className="grid scroll-mt-24 gap-4">
        {lines.length > 0 && (
          <>
            <SaleLines lines={lines} total={total} onLines={edit} />
            <PayPanel
              {...{ total, payment }}
              ways={day.ways}
              onPayment={(next) => change({ ...sale, payment: next })}
            />
          </>
        )}
      </div>
      {lines.length > 0 && (
        <SellFoot
          total={total}
          text={total === 0 ? 'Give it as a gift' : `Sold, ${wayOf(day.ways, payment)?.name}`}
          fault={fault}
          onLook={() => till.current?.scrollIntoView({ block: 'start' })}
          onSell={() => void sell()}
        />
      )}
    </div>
  )
}
