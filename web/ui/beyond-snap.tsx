import { cents, formatDollars } from '#contract/money/money.ts'

/** In cents; null: the shop does not say what is eligible. */
type BeyondSnapProps = { bySnap: number; eligible: number | null }

/** Said, never refused: the farmer decides. */
export function BeyondSnap({ bySnap, eligible }: BeyondSnapProps) {
  if (eligible === null || bySnap <= eligible) return null
  return (
    <p role="status" className="font-semibold text-yolk-deep">
      {`${formatDollars(cents(bySnap - eligible))} of this is not SNAP eligible.`}
    </p>
  )
}
