import { useHash } from '#web/ui/use-hash.ts'
import { CountPage } from './count-page.tsx'
import { JournalView } from './journal-view.tsx'
import { productIn } from './stock-address.ts'

export function StockPage() {
  const productId = productIn(useHash())
  return productId === null ? <CountPage /> : <JournalView key={productId} productId={productId} />
}
