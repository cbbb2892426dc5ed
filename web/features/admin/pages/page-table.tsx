import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { formatDate } from '#contract/date-format.ts'
import type { Page } from '#contract/pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

export type PageActions = { onEdit: (page: Page) => void; onDelete: (page: Page) => void }

export function PageTable({ pages, ...actions }: { pages: readonly Page[] } & PageActions) {
  return (
    <table
      aria-labelledby="published-pages"
      className="w-full overflow-hidden rounded-2xl border border-straw bg-card max-md:block md:border-separate md:border-spacing-0"
    >
      <thead className="max-md:sr-only">
        <tr className="text-left text-[0.9375rem] text-bark-deep [&>th]:border-b [&>th]:border-straw [&>th]:px-4 [&>th]:py-3 [&>th]:font-semibold">
          <th scope="col">Title</th>
          <th scope="col">Slug</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {pages.map((page) => (
          <PageRow key={page.id} page={page} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

const ROW =
  'border-straw max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:border-b max-md:p-4 max-md:last:border-0 md:hover:bg-paper/60 md:[&>td]:border-b md:[&>td]:border-straw md:[&>td]:px-4 md:[&>td]:py-3 md:last:[&>td]:border-0'

function PageRow({ page, ...actions }: { page: Page } & PageActions) {
  return (
    <tr className={ROW}>
      <td className="max-md:col-span-2">
        <p className="leading-snug font-semibold wrap-anywhere">{page.title}</p>
        {page.metaDescription && (
          <p className="max-w-[52ch] text-[0.9375rem] leading-snug text-bark-deep wrap-anywhere">
            {page.metaDescription}
          </p>
        )}
      </td>
      <td className="text-[0.9375rem] text-bark-deep wrap-anywhere max-md:order-1 max-md:col-span-2">
        /pages/{page.slug}
      </td>
      <td className="max-md:order-3">
        <Badge variant={page.isActive ? 'default' : 'secondary'}>{page.isActive ? 'Published' : 'Draft'}</Badge>
      </td>
      <td className="text-[0.9375rem] text-bark-deep max-md:order-2 max-md:col-span-2 md:whitespace-nowrap">
        <span className="md:hidden">Created </span>
        <time dateTime={page.createdAt}>{formatDate(page.createdAt)}</time>
      </td>
      <td className="whitespace-nowrap max-md:order-4">
        <RowButtons page={page} {...actions} />
      </td>
    </tr>
  )
}

function RowButtons({ page, onEdit, onDelete }: { page: Page } & PageActions) {
  return (
    <span className="flex max-md:-mr-2 md:-ml-2.5">
      <Tooltip text={page.isActive ? 'Open in a new tab' : 'Open the draft in a new tab'}>
        <a
          href={`/pages/${page.slug}`}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${page.title} in a new tab`}
          className={buttonLook({ variant: 'plain', size: 'icon' })}
        >
          <ExternalLink aria-hidden="true" className="size-5" />
        </a>
      </Tooltip>
      <Tooltip text="Edit">
        <Button variant="plain" size="icon" aria-label={`Edit ${page.title}`} onClick={() => onEdit(page)}>
          <Pencil aria-hidden="true" className="size-5" />
        </Button>
      </Tooltip>
      <Tooltip text="Delete">
        <Button
          variant="plain"
          size="icon"
          aria-label={`Delete ${page.title}`}
          className="hover:bg-beet-pale"
          onClick={() => onDelete(page)}
        >
          <Trash2 aria-hidden="true" className="size-5 text-beet" />
        </Button>
      </Tooltip>
    </span>
  )
}
