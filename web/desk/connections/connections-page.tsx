import { PagePart } from '../shared/page-part.tsx'
import { HooksPart } from './hooks-part.tsx'
import { TokensPart } from './tokens-part.tsx'
import { WebsitePart } from './website-part.tsx'

/** Other programs that may ask the shop, or are told by it. */
export function ConnectionsPage() {
  return (
    <div className="grid gap-8">
      <PagePart id="tokens" title="API tokens">
        <TokensPart />
      </PagePart>
      <PagePart id="webhooks" title="Webhooks">
        <HooksPart />
      </PagePart>
      <PagePart id="website" title="Your other website">
        <WebsitePart />
      </PagePart>
    </div>
  )
}
