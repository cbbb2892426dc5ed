import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type BankOutcome = 'complete' | 'fail'

type BankQuestionProps = { onAnswer: ((outcome: BankOutcome) => void) | null; onFocusLost: () => void }

/** The test bank's 3-D Secure question, open while there is somebody to answer; closing it counts as failing. */
export function BankQuestion({ onAnswer, onFocusLost }: BankQuestionProps) {
  return (
    <Dialog
      open={onAnswer !== null}
      onOpenChange={(open) => !open && onAnswer?.('fail')}
      onFocusLost={onFocusLost}
      title="Your bank asks"
      description="This is where your bank would check that it is really you (3-D Secure). It is a test: choose what it should find."
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer?.('complete')}>Complete authentication</Button>
        <Button variant="quiet" onClick={() => onAnswer?.('fail')}>
          Fail authentication
        </Button>
      </div>
    </Dialog>
  )
}
