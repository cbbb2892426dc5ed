import { Button } from '#web/ui/button.tsx'

const BOX =
  'grid justify-items-center gap-4 rounded-2xl border border-straw bg-card px-6 py-14 text-center text-lg'

/** Specification, section 8. */
export const FAILED_TO_LOAD = 'Failed to load products. Please try again.'

type FailedProductsProps = { onRetry: () => unknown; isRetrying: boolean }

export function FailedProducts({ onRetry, isRetrying }: FailedProductsProps) {
  return (
    <div role="alert" className={BOX}>
      <p>{FAILED_TO_LOAD}</p>
      <Button busy={isRetrying} onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}

export function NoProducts() {
  return (
    <div role="status" className={BOX}>
      <p>No products available in this category.</p>
    </div>
  )
}
