import { use, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AddressContext } from './dialog-at.tsx'
import { StartOverDialog } from './start-over-dialog.tsx'
import { useFarmDates } from './use-farm-dates.ts'

export function DraftNote() {
  const addressed = use(AddressContext)
  const { formatMoment } = useFarmDates()
  const [isConfirming, setConfirming] = useState(false)
  if (!addressed?.foundAt) return null
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-sprout py-1 pr-1 pl-4">
      <p role="status" className="py-2">
        You typed this on {formatMoment(addressed.foundAt)}. It is not saved yet.
      </p>
      <Button variant="plain" size="sm" onClick={() => setConfirming(true)}>
        Start over
      </Button>
      <StartOverDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={addressed.startOver}
      >
        What you typed will be lost.
      </StartOverDialog>
    </div>
  )
}
