import { CircleCheck } from 'lucide-react'
import type { ShortPlan, ShortTotals } from '#contract/short-harvest.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { formatTotals, type Short } from './short-draft.ts'

type ShortDoneProps = { short: Short; plan: ShortPlan; done: ShortTotals; onClose: () => void }

export function ShortDone({ short, plan, done, onClose }: ShortDoneProps) {
  const calls = plan.orders.filter(({ outcome }) => outcome === 'waits')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${short.name}: shared out`}
      footer={
        <Button size="lg" className="w-full" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="flex items-start gap-2.5" role="status">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        {formatTotals(done, plan.substitute?.name)}
      </p>
      {calls.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Still to call</h3>
          <p className="text-bark-deep">Their boxes say so until you decide on the harvest list.</p>
          <ul>
            {calls.map(({ id, customerName, ordered, gets, phone }) => (
              <li
                key={id}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-straw py-2 wrap-anywhere"
              >
                <span className="grow">
                  <strong className="tabular-nums">#{id}</strong> · {customerName}: {gets} of{' '}
                  {ordered}
                </span>
                {phone ? <PhoneLink number={phone} /> : 'no phone number'}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
