import { useRef, useState } from 'react'
import {
  changeOf,
  type DraftLine,
  faultOf,
  formatLines,
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
} from '#contract/market/sale-draft.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { Button } from '#web/ui/button.tsx'
import { ActBar } from '../frame/act-bar.tsx'
import { dropDraft } from '../note.ts'
import { tilePicture } from '../pictures.ts'
import { useStall, useStallDraft } from '../use-stall.ts'
import { withCash } from '../with-cash.ts'
import { LastSale } from './last-sale-card.tsx'
import { PayPanel } from './pay-panel.tsx'
import { SaleLines } from './sale-lines.tsx'
import { SellTiles } from './sell-tiles.tsx'
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
  const isEmpty = lines.length === 0
  return (
    <div className="grid gap-x-6 gap-y-3 pt-2 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start">
      <h2 className="sr-only">Sell</h2>
      <div className="grid gap-2.5 lg:row-span-2">
        {wasBegun && !isEmpty && (
          <BegunSale lines={lines} onAgain={() => change(NO_SALE)} onGo={() => setBegun(false)} />
        )}
        <SellTiles
          products={tilesOf(day.products)}
          unitsOf={(id) => unitsOf(lines, id)}
          pictureOf={({ image }) => <TilePicture image={image} />}
          onTap={(product) => edit(withProduct(lines, product))}
          onWeighed={(product, weighed) => edit(withWeighed(lines, product, weighed))}
          onFree={(line) => edit(withFree(lines, line))}
        />
      </div>
      <div ref={till} className="grid scroll-mt-24 gap-4">
        {!isEmpty && (
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
      <ActBar>
        {isEmpty ? (
          <LastSale day={day} back={back} onUndone={() => setBack(null)} />
        ) : (
          <SellFoot
            total={total}
            text={total === 0 ? 'Give it as a gift' : `Sold, ${wayOf(day.ways, payment)?.name}`}
            fault={fault}
            onLook={() => till.current?.scrollIntoView({ block: 'start' })}
            onSell={() => void sell()}
          />
        )}
      </ActBar>
    </div>
  )
}

function TilePicture({ image }: { image: string | null }) {
  const [isMissing, setMissing] = useState(false)
  const src = tilePicture(image)
  const look = 'aspect-2/1 w-full bg-sprout object-cover'
  if (!src || isMissing) return <span className={look} />
  return (
    <img
      src={src}
      alt=""
      width={280}
      height={140}
      onError={() => setMissing(true)}
      className={look}
    />
  )
}

type BegunProps = { lines: readonly DraftLine[]; onAgain: () => void; onGo: () => void }

function BegunSale({ lines, onAgain, onGo }: BegunProps) {
  return (
    <section
      aria-label="A sale that was begun"
      className="grid gap-3 rounded-2xl border border-yolk bg-yolk-pale p-4"
    >
      <p className="wrap-anywhere">
        <strong>You were selling</strong> {formatLines(lines)}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onGo}>
          Go on
        </Button>
        <Button variant="quiet" onClick={onAgain}>
          Start over
        </Button>
      </div>
    </section>
  )
}

type FootProps = {
  total: Cents
  text: string
  fault: string | null
  onLook: () => void
  onSell: () => void
}

function SellFoot({ total, text, fault, onLook, onSell }: FootProps) {
  return (
    <>
      {fault && (
        <p role="status" className="text-center font-semibold text-yolk-deep">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="lg"
          className="grow rounded-2xl px-3 text-lg lg:hidden"
          aria-label={`See the sale, ${formatDollars(total)} to pay`}
          onClick={onLook}
        >
          <span className="font-serif tabular-nums">{formatDollars(total)}</span>
        </Button>
        <Button
          size="lg"
          disabled={fault !== null}
          className="min-w-0! grow-3 rounded-2xl px-3 text-lg wrap-anywhere"
          onClick={onSell}
        >
          {text}
        </Button>
      </div>
    </>
  )
}
