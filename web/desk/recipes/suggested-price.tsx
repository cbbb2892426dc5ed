import { useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { type CostedLine, HIGHEST_MARGIN, priceForMargin } from '#contract/recipe-cost.ts'
import { TextField } from '#web/ui/field.tsx'
import { numberIn } from './recipe-draft.ts'

const USUAL_MARGIN = '60'

export function SuggestedPrice({ lines, units }: { lines: readonly CostedLine[]; units: number }) {
  const [typed, setTyped] = useState(USUAL_MARGIN)
  const percent = numberIn(typed)
  const isPercent = Number.isInteger(percent) && percent >= 0 && percent <= HIGHEST_MARGIN
  const wrong = isPercent ? undefined : `Please enter a whole number from 0 to ${HIGHEST_MARGIN}.`
  return (
    <div className="grid items-end gap-x-6 gap-y-3 rounded-xl bg-paper p-4 sm:grid-cols-[11rem_1fr]">
      <TextField
        label="Target margin in %"
        required
        type="number"
        inputMode="numeric"
        min="0"
        max={HIGHEST_MARGIN}
        step="1"
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p aria-live="polite" className="pb-2">
        {isPercent && formatPrice(priceForMargin(lines, { percent, units }), percent)}
      </p>
    </div>
  )
}

function formatPrice(price: ReturnType<typeof priceForMargin>, percent: number): string {
  if (price === 0) return 'The ingredients cost nothing yet, so there is no price to suggest.'
  return `Suggested price: ${formatDollars(price)}. It leaves at least ${percent}%.`
}
