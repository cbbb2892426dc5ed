import { FlaskConical } from 'lucide-react'

/** Says at every moment that nothing here is real money. */
export function TestBanner() {
  return (
    <p role="note" className="sticky top-0 z-20 border-b border-yolk bg-yolk-pale py-2.5 text-[0.9375rem]">
      <span className="wrap flex items-start gap-2.5">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
        <span>
          <strong>Test mode.</strong> No money is taken here. Please do not type a real card.
        </span>
      </span>
    </p>
  )
}
