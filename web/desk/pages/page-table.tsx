import { ExternalLink } from 'lucide-react'
import { formatDate } from '#contract/date-format.ts'
import type { Page } from '#contract/pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { RowButtons, Table, TableRow } from '../shared/table.tsx'

export type PageActions = { onEdit: (page: Page) => void; onDelete: (page: Page) => void }

const COLUMNS = ['Title', 'Slug', 'Status', 'Created', 'Actions']

export function PageTable({ pages, ...actions }: { pages: readonly Page[] } & PageActions) {
  return (
    <Table aria-labelledby="published-pages" columns={COLUMNS}>
      {pages.map((page) => (
        <PageRow key={page.id} page={page} {...actions} />
      ))}
    </Table>
  )
}

function PageRow({ page, onEdit, onDelete }: { page: Page } & PageActions) {
  return (
    <TableRow className="max-md:grid-cols-[1fr_auto] max-md:gap-y-1.5">
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
        <RowButtons name={page.title} onEdit={() => onEdit(page)} onDelete={() => onDelete(page)}>
          <OpenLink page={page} />
        </RowButtons>
      </td>
    </TableRow>
  )
}

function OpenLink({ page }: { page: Page }) {
  return (
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
  )
}
