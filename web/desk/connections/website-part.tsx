import { EMBED_PATH, feeds } from '#contract/feeds.ts'
import { CopiedText } from '../shared/copied-text.tsx'

/** What the farm puts into its other website, or gives to Google. */
export function WebsitePart() {
  const { origin } = location
  const link = `<a href="${origin}/">Our shop</a>`
  return (
    <div className="grid max-w-prose gap-4">
      <p className="text-bark-deep">
        Show what is for sale on another website of yours, such as WordPress: put these lines into a
        page. They follow your prices and stock, and each product leads into the shop. Add
        data-category="eggs" or data-most="8" to show fewer.
      </p>
      <CopiedText
        text={`<script async src="${origin}${EMBED_PATH}"></script><noscript>${link}</noscript>`}
        what="lines"
      />
      <p className="text-bark-deep">Does that website take no scripts? Then a link is enough:</p>
      <CopiedText text={link} what="link" />
      <p className="text-bark-deep">Your products for Google Merchant Center:</p>
      <CopiedText text={origin + feeds.google.path} what="address" />
    </div>
  )
}
