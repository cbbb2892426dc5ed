import { QrCode } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OrderMark } from '#contract/market/commands.ts'
import {
  faultInPayment,
  NO_PAYMENT,
  type Payment,
  tendersSent,
} from '#contract/market/sale-draft.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { formatDollars } from '#contract/money/money.ts'
import { formatNumbers } from '#contract/packing/box-text.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { PayPanel } from '../sell/pay-panel.tsx'
import {
  type BoxGroup,
  dueOf,
  groupBoxes,
  isFound,
  keyOf,
  namesOf,
  snapDueOf,
  stateOf,
} from './box-groups.ts'
import { BoxRow } from './box-row.tsx'
import { giveBoxes, takeMoney } from './note-boxes.ts'

const ScanSheet = lazy(() =>
  import('../scan/scan-sheet.tsx').then((c) => ({ default: c.ScanSheet })),
)

export function HandOverView({ day }: { day: StallDay }) {
  const [text, setText] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [payingKey, setPaying] = useState<number | null>(null)
  // Undo replaces the button until the next handover: the next box must not slip under the thumb.
  const [stays, setStays] = useState<number | null>(null)
  const groups = groupBoxes(day.boxes)
  const [isToPay, setToPay] = useState(false)
  const unpaid = groups.filter((group) => dueOf(group) > 0)
  const owing = unpaid.flat().filter(({ due }) => due > 0)
  // As the shop knows it now: another phone may take the money while this sheet is open.
  const paying = unpaid.find((group) => keyOf(group) === payingKey)
  const isListed = (group: BoxGroup) => !isToPay || dueOf(group) > 0 || keyOf(group) === stays
  const shown = groups.filter((group) => isFound(group, text) && isListed(group))
  const isAside = (group: BoxGroup) => stateOf(group) === 'given' && keyOf(group) !== stays
  const pickedUp = shown.filter(isAside)
  const found = (mark: OrderMark) => {
    setText(`#${mark.id}`)
    setScanning(false)
  }
  const row = (group: BoxGroup) => (
    <BoxRow
      key={keyOf(group)}
      group={group}
      isOpen={shown.length === 1 && text !== ''}
      onGiven={setStays}
      onPay={setPaying}
    />
  )
  return (
    <div className="grid gap-1.5 pt-1.5">
      <h2 className="sr-only">Hand out</h2>
      <div className="flex flex-wrap gap-2">
        <SearchField label="Number or first name" value={text} onType={setText} />
        <Button
          variant="sprout"
          className="min-h-13 rounded-2xl px-4"
          onClick={() => setScanning(true)}
        >
          <QrCode aria-hidden="true" className="size-5" /> Scan
        </Button>
      </div>
      {(unpaid.length > 0 || isToPay) && (
        <Button
          variant={isToPay ? 'primary' : 'quiet'}
          size="sm"
          className="w-fit"
          aria-pressed={isToPay}
          onClick={() => setToPay(!isToPay)}
        >
          To pay ({owing.length} · {formatDollars(dueOf(owing))})
        </Button>
      )}
      {text !== '' && (
        <Button variant="plain" size="sm" onClick={() => setText('')}>
          Show all
        </Button>
      )}
      {shown.length === 0 && (
        <p className="py-4">
          {groups.length === 0 ? 'No boxes for this day.' : 'No box found. Try the number.'}
        </p>
      )}
      <Boxes groups={inOrder(shown.filter((group) => !isAside(group)))}>{row}</Boxes>
      <h3 className="px-1 pt-3 pb-1 font-sans text-[0.9375rem] font-semibold text-bark-deep">
        {groups.filter((group) => stateOf(group) === 'given').flat().length} picked up
      </h3>
      <Boxes groups={inOrder(pickedUp)}>{row}</Boxes>
      {paying && (
        <PaySheet
          group={paying}
          ways={day.ways}
          onDone={() => stateOf(paying) !== 'given' && setStays(keyOf(paying))}
          onClose={() => setPaying(null)}
        />
      )}
      {isScanning && (
        <Suspense fallback={null}>
          <ScanSheet boxes={day.boxes} onFound={found} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </div>
  )
}

type BoxesProps = { groups: readonly BoxGroup[]; children: (group: BoxGroup) => ReactNode }

function Boxes({ groups, children }: BoxesProps) {
  if (groups.length === 0) return null
  return (
    <ul className="overflow-hidden rounded-2xl border border-straw bg-card lg:grid lg:grid-cols-2">
      {groups.map(children)}
    </ul>
  )
}

function inOrder(groups: readonly BoxGroup[]): BoxGroup[] {
  const placeOf = (group: BoxGroup) => (stateOf(group) === 'cancelled' ? 1 : 0)
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b) || keyOf(a) - keyOf(b))
}

type PaySheetProps = Pick<StallDay, 'ways'> & {
  group: BoxGroup
  onDone: () => void
  onClose: () => void
}

function PaySheet({ group, ways, onDone, onClose }: PaySheetProps) {
  const [payment, setPayment] = useState<Payment>(NO_PAYMENT)
  const total = dueOf(group)
  const isGone = stateOf(group) === 'given'
  const fault = faultInPayment(total, payment)
  const take = (givesToo: boolean) => {
    onDone()
    onClose()
    void takeMoney(group, tendersSent(total, payment, ways), { givesToo })
  }
  return (
    <Sheet
      title={`${formatNumbers(group.map(({ id }) => id))} ${namesOf(group)}`}
      onClose={onClose}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-serif font-semibold">
        <span className="text-xl">To pay</span>
        <span className="text-3xl tabular-nums">{formatDollars(total)}</span>
      </p>
      <PayPanel
        total={total}
        payment={payment}
        ways={ways}
        eligible={snapDueOf(group)}
        onPayment={setPayment}
      />
      {fault && (
        <p role="status" className="rounded-2xl border border-straw bg-card px-4 py-3">
          {fault}
        </p>
      )}
      <Button size="lg" disabled={fault !== null} onClick={() => take(true)}>
        {isGone ? 'Paid' : 'Paid and handed out'}
      </Button>
      <div className="flex flex-wrap gap-2 *:grow" hidden={isGone}>
        <Button variant="quiet" disabled={fault !== null} onClick={() => take(false)}>
          Paid, not handed out yet
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            onDone()
            onClose()
            void giveBoxes(group)
          }}
        >
          Handed out, not paid
        </Button>
      </div>
    </Sheet>
  )
}
