import { useSuspenseQuery } from '@tanstack/react-query'
import type { Page } from '#contract/pages/pages.ts'
import { type PictureFormat, pictureName, sourceSet } from '#contract/products/pictures.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { contentPageQuery } from '#web/api/page-queries.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'
import { LARGE } from '#web/ui/large-picture.ts'
import { NothingHere } from '#web/ui/nothing-here.tsx'

/** Specification, section 2. */
export function ContentPage({ lastSegment: slug }: { lastSegment: string }) {
  const { data: page } = useSuspenseQuery(contentPageQuery(slug))
  const farm = useSettings()('farm_name')
  if (page) return <Article page={page} />
  return (
    <NothingHere
      title="Page Not Found"
      headTitle={`Page Not Found – ${farm}`}
      description={`There is no such page at ${farm}.`}
      text="This page was moved or removed. The shop is right where it always was."
    />
  )
}

function Article({ page }: { page: Page }) {
  const { title, metaDescription, content, isActive, createdAt, updatedAt } = page
  const setting = useSettings()
  const farm = setting('farm_name')
  const { formatDate } = farmDates(setting('time_zone'))
  const [created, updated] = [formatDate(createdAt), formatDate(updatedAt)]
  const html = withSources(content)
  return (
    <article className="wrap py-10 sm:py-16">
      <PageHead
        title={`${title} – ${farm}`}
        description={metaDescription ?? `${title} at ${farm}.`}
        isListed={isActive}
      />
      <div className="mx-auto max-w-[65ch]">
        {!isActive && (
          <p className="mb-6 rounded-xl bg-yolk-pale px-4 py-3 font-semibold text-yolk-deep">
            Draft – only you can see this
          </p>
        )}
        <header className="border-b border-straw pb-6">
          <h1 className="text-4xl sm:text-5xl">{title}</h1>
          {metaDescription && <p className="mt-4 text-xl text-bark-deep">{metaDescription}</p>}
        </header>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server keeps it to the allow-list whenever it is shown. */}
        <div className="page-html mt-8" dangerouslySetInnerHTML={{ __html: html }} />
        <p className="mt-10 flex flex-wrap gap-x-6 border-t border-straw pt-4 text-[0.9375rem] text-bark-deep">
          <span>
            Created <time dateTime={createdAt}>{created}</time>
          </span>
          {updated !== created && (
            <span>
              Updated <time dateTime={updatedAt}>{updated}</time>
            </span>
          )}
        </p>
      </div>
    </article>
  )
}

/** Offers smaller files too. A picture without a width would be shown at the chosen file's. */
function withSources(html: string): string {
  return html.replace(/<img [^<>]*>/g, (img) => {
    const name = pictureName(/ src="([^"]+)"/.exec(img)?.[1] ?? '')
    if (!name || !img.includes(' width="')) return img
    const sources = (format: PictureFormat) =>
      `srcset="${sourceSet(name, LARGE.widths, format)}" sizes="${LARGE.sizes}"`
    const webp = img.replace('<img', `<img ${sources('webp')}`)
    return `<picture class="block"><source type="image/avif" ${sources('avif')}>${webp}</picture>`
  })
}
