import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { LEGAL_PAGES } from '#contract/pages/legal-pages.ts'
import { type Page, pages, type SavedPage } from '#contract/pages/pages.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { ListEmpty, QueryStates } from '../shared/card.tsx'
import { ChangeQuestion, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { RowButtons, Table, TableRow } from '../shared/table.tsx'
import { type TaskAt, TaskTab } from '../shared/task-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { PageDialog } from './page-dialog.tsx'
import { RemovedNote } from './removed-note.tsx'

export function PagesTab() {
  const [saved, setSaved] = useState<SavedPage>()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <TaskTab
      title="Page Manager"
      addLabel="Create Page"
      base="pages"
      taskAt={useTaskAt(setSaved)}
      heading={heading}
    >
      {saved && saved.removed.length > 0 && (
        <RemovedNote
          title={saved.title}
          removed={saved.removed}
          onDismiss={() => {
            setSaved(undefined)
            heading.current?.focus()
          }}
        />
      )}
      <PageList />
    </TaskTab>
  )
}

function useTaskAt(onSaved: (page: SavedPage) => void) {
  const { data: list } = useQuery(query(pages.list))
  const edit = (page: Page | null) => (dialog: DialogProps) => (
    <PageDialog page={page} onSaved={onSaved} {...dialog} />
  )
  return (path: string): TaskAt => {
    if (path === 'new') return { dialogOf: edit(null) }
    const [, id, ending] = /^([1-9]\d{0,9})(\/delete|\/versions\/\d+)?$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list) return 'loading'
    const page = list.find((one) => String(one.id) === id)
    if (!page) return 'gone'
    if (ending !== '/delete') return { dialogOf: edit(page), address: `pages/${id}` }
    return {
      dialogOf: (dialog) => (
        <ChangeQuestion
          {...dialog}
          title="Are you sure you want to delete this page?"
          send={() => call(pages.delete, { params: { id: page.id } })}
          done="Page deleted"
          failed="Error deleting page"
          refreshes={[pages.list]}
        >
          <strong>{page.title}</strong> will leave the shop for good. To hide it for a while, make
          it a draft instead.
        </ChangeQuestion>
      ),
    }
  }
}

function PageList() {
  return (
    <QueryStates
      loading="Loading pages..."
      failed="The pages could not be loaded."
      query={useQuery(query(pages.list))}
    >
      {(list) => (
        <>
          <h3 id="published-pages" className="mb-3 text-xl">
            Published Pages
          </h3>
          {list.length > 0 ? (
            <Table aria-labelledby="published-pages" columns={COLUMNS}>
              {list.map((page) => (
                <PageRow key={page.id} page={page} />
              ))}
            </Table>
          ) : (
            <ListEmpty
              text="No pages found"
              hint="Create the first one: who you are, how you farm, how pickup works."
            />
          )}
          <LegalOffer existing={list} />
        </>
      )}
    </QueryStates>
  )
}

const COLUMNS = ['Title', 'Slug', 'Status', 'Created', 'Actions']

function PageRow({ page }: { page: Page }) {
  const { formatDate } = useFarmDates()
  const address = `pages/${page.id}`
  return (
    <TableRow className="@max-3xl:flex @max-3xl:flex-wrap @max-3xl:justify-end @max-3xl:gap-y-1.5">
      <td className="@max-3xl:w-full">
        <p className="leading-snug font-semibold wrap-anywhere">{page.title}</p>
        {page.metaDescription && (
          <p className="max-w-[52ch] text-[0.9375rem] leading-snug text-bark-deep wrap-anywhere">
            {page.metaDescription}
          </p>
        )}
      </td>
      <td className="text-[0.9375rem] text-bark-deep wrap-anywhere @max-3xl:order-1 @max-3xl:w-full">
        /pages/{page.slug}
      </td>
      <td className="@max-3xl:order-3 @max-3xl:mr-auto">
        <Badge variant={page.isActive ? 'default' : 'secondary'}>
          {page.isActive ? 'Published' : 'Draft'}
        </Badge>
      </td>
      <td className="text-[0.9375rem] text-bark-deep @max-3xl:order-2 @max-3xl:w-full @3xl:whitespace-nowrap">
        <span className="@3xl:hidden">Created </span>
        <time dateTime={page.createdAt}>{formatDate(page.createdAt)}</time>
      </td>
      <td className="whitespace-nowrap @max-3xl:order-4">
        <RowButtons
          name={page.title}
          onEdit={() => openDialog(address)}
          onDelete={() => openDialog(`${address}/delete`)}
        >
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

function LegalOffer({ existing }: { existing: readonly Page[] }) {
  const { mutate, isPending } = useChange({
    send: ({ slug, title, metaDescription, content }: (typeof LEGAL_PAGES)[number]) =>
      call(pages.create, { body: { slug, title, metaDescription, content, isActive: false } }),
    done: 'Draft added',
    failed: 'Error creating page',
    refreshes: [pages.list],
  })
  const missing = LEGAL_PAGES.filter((page) => !existing.some(({ slug }) => slug === page.slug))
  if (missing.length === 0) return null
  return (
    <div className="mt-6 rounded-2xl border border-straw bg-card p-4">
      <p className="mb-3">
        Once published, these appear at the foot of the checkout. Start with our words, then make
        them yours.
      </p>
      <p className="flex flex-wrap gap-2">
        {missing.map((page) => (
          <Button key={page.slug} variant="quiet" busy={isPending} onClick={() => mutate(page)}>
            Add a draft: {page.title}
          </Button>
        ))}
      </p>
    </div>
  )
}
