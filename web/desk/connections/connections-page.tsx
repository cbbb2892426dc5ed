import { PagePart } from '../shared/page-part.tsx'
import { TokensPart } from './tokens-part.tsx'

/** Other programs that may ask the shop, or are told by it. */
export function ConnectionsPage() {
  return (
    <div className="grid gap-8">
      <PagePart id="tokens" title="API tokens">
        <TokensPart />
      </PagePart>
    </div>
  )
}
