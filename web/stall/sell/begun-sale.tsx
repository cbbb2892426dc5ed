import { type DraftLine, formatLines } from '#contract/sale-draft.ts'
import { Button } from '#web/ui/button.tsx'

type BegunProps = { lines: readonly DraftLine[]; onAgain: () => void; onGo: () => void }

export function BegunSale({ lines, onAgain, onGo }: BegunProps) {
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
