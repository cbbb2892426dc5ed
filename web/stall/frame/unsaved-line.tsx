import { Button } from '#web/ui/button.tsx'
import { changePhone, saveAsFile } from '../hub.ts'
import { useStall } from '../use-stall.ts'

export function UnsavedLine() {
  const { unsaved, phone } = useStall()
  if (phone && phone.lost > 0) return <LostLine count={phone.lost} />
  if (unsaved.length === 0) return null
  const many = unsaved.length > 1
  return (
    <div role="alert" className="grid gap-2 border-b border-beet bg-beet-pale px-3 py-3">
      <p>
        <strong className="text-beet-deep">
          {many ? `The last ${unsaved.length} taps were not saved.` : 'The last tap was not saved.'}
        </strong>{' '}
        This phone has no room left. Save {many ? 'them' : 'it'} as a file with all that waits, then
        make room on the phone and tap again.
      </p>
      <Button variant="quiet" onClick={saveAsFile}>
        Save as a file
      </Button>
    </div>
  )
}

function LostLine({ count }: { count: number }) {
  return (
    <div role="alert" className="grid gap-2 border-b border-beet bg-beet-pale px-3 py-3">
      <p>
        <strong className="text-beet-deep">
          {count === 1 ? 'One entry of this phone is' : `${count} entries of this phone are`} gone.
        </strong>{' '}
        The shop never got {count === 1 ? 'it' : 'them'}, and this phone does not hold{' '}
        {count === 1 ? 'it' : 'them'} anymore. The desk shows what is missing.
      </p>
      <Button variant="quiet" onClick={() => void changePhone({ lost: 0 })}>
        I have read this
      </Button>
    </div>
  )
}
