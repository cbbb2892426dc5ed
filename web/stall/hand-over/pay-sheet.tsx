import { useState } from 'react'
import { formatNumbers } from '#contract/box-text.ts'
import { formatDollars } from '#contract/money.ts'
import { faultInPayment, NO_PAYMENT, type Payment, tendersSent } from '#contract/sale-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { PayPanel } from '#web/ui/sale/pay-panel.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { useStall } from '../use-stall.ts'
import { withCash } from '../with-cash.ts'
import { type BoxGroup, dueOf } from './box-groups.ts'
import { giveBoxes, takeMoney } from './note-boxes.ts'

type PaySheetProps = { group: BoxGroup; onDone: () => void; onClose: () => void }

export function PaySheet({ group, onDone, onClose }: PaySheetProps) {
  const ways = useStall().day?.ways ?? []
  const [payment, setPayment] = useState<Payment>(NO_PAYMENT)
  const total = dueOf(group)
  const fault = faultInPayment(total, payment)
  const take = (givesToo: boolean) => {
    onDone()
    onClose()
    void takeMoney(group, withCash(tendersSent(total, payment, ways), ways), { givesToo })
  }
  return (
    <Sheet title={formatNumbers(group.map(({ id }) => id))} onClose={onClose}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-serif font-semibold">
        <span className="text-xl">To pay</span>
        <span className="text-3xl tabular-nums">{formatDollars(total)}</span>
      </p>
      <PayPanel {...{ total, payment, ways }} onPayment={setPayment} />
      {fault && (
        <p role="status" className="rounded-2xl border border-straw bg-card px-4 py-3">
          {fault}
        </p>
      )}
      <Button size="lg" disabled={fault !== null} onClick={() => take(true)}>
        Paid and given
      </Button>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button variant="quiet" disabled={fault !== null} onClick={() => take(false)}>
          Paid, not given yet
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            onDone()
            onClose()
            void giveBoxes(group)
          }}
        >
          Given, not paid
        </Button>
      </div>
    </Sheet>
  )
}
