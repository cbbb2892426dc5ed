import { type Cents, formatDollars } from '#contract/money/money.ts'

/** Said, never refused: the farmer decides. */
export function BeyondSnap({ beyond }: { beyond: Cents }) {
  if (beyond <= 0) return null
  return (
    <p role="status" className="font-semibold text-yolk-deep">
      {`${formatDollars(beyond)} of this is not SNAP eligible.`}
    </p>
  )
}
