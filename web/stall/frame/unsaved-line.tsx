import { Button } from '#web/ui/button.tsx'
import { saveAsFile } from '../save-as-file.ts'
import { useStall } from '../use-stall.ts'

/** Says plainly that a tap was not saved, and how nothing of it gets lost. */
export function UnsavedLine() {
  const { unsaved } = useStall()
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
