import { Download, Plus, RefreshCw } from 'lucide-react'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SoundButton } from '../live/live-desk.tsx'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { csvOf } from './export-link.tsx'
import type { ListFilter } from './order-address.ts'

type MoreSheetProps = DialogProps & {
  filter: ListFilter
  onRefresh: () => void
  isRefreshing: boolean
}

export function MoreSheet({ filter, onRefresh, isRefreshing, ...dialog }: MoreSheetProps) {
  const finish = useFinish()
  return (
    <Dialog {...dialog} title="More about the orders">
      <div className="grid gap-3">
        <Button className="lg:hidden" onClick={() => finish('orders/new')}>
          <Plus aria-hidden="true" className="size-5" />
          New order
        </Button>
        <Button
          variant="quiet"
          busy={isRefreshing}
          onClick={() => {
            onRefresh()
            dialog.onClose()
          }}
        >
          {!isRefreshing && <RefreshCw aria-hidden="true" className="size-4.5" />}
          Refresh
        </Button>
        <h3 className="mt-2 text-lg">For a spreadsheet</h3>
        <p className="text-[0.9375rem] text-bark-deep">
          The orders that are shown by your search and filters, all of them. Dates go by the farm’s
          clock.
        </p>
        <FileLink href={csvOf(filter, 'orders')} text="One row for each order" />
        <FileLink href={csvOf(filter, 'items')} text="One row for each product of an order" />
        <div className="mt-2 flex items-center justify-between gap-3">
          <span>Sound for new orders</span>
          <SoundButton />
        </div>
      </div>
    </Dialog>
  )
}

function FileLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} download className={buttonLook({ variant: 'quiet' })}>
      <Download aria-hidden="true" className="size-4.5" />
      {text}
    </a>
  )
}
