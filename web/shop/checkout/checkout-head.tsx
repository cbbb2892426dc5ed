import { useSettings } from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'

export function CheckoutHead() {
  const farm = useSettings()('farm_name')
  return (
    <PageHead
      title={`Checkout – ${farm}`}
      description={`Pay for your order at ${farm}.`}
      isListed={false}
    />
  )
}
