import type { Problem } from '#contract/refusal.ts'
import { Button } from '#web/ui/button.tsx'

type ShortNoticeProps = { problems: readonly Problem[]; onCut: () => void; onAll: () => void }

/** More is sold than the shop has for sale: what is promised to orders must stay, unless it was miscounted. */
export function ShortNotice({ problems, onCut, onAll }: ShortNoticeProps) {
  return (
    <div role="alert" className="grid gap-3 rounded-2xl border border-yolk bg-yolk-pale p-4">
      {problems.map(({ field, message }) => (
        <p key={field} className="font-semibold wrap-anywhere">
          {message}
        </p>
      ))}
      <p>What is in boxes for orders is promised already.</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onCut}>
          Sell what is there
        </Button>
        <Button variant="quiet" onClick={onAll}>
          I have more in hand: sell it all
        </Button>
      </div>
    </div>
  )
}
