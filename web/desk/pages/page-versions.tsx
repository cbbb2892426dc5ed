import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Page, type PageVersion, pages, type SavedPage } from '#contract/pages.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { currentHash } from '#web/ui/use-hash.ts'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { TryAgain } from '../shared/list-states.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatSaver } from './page-draft.ts'

const VersionDialog = lazy(() =>
  import('./version-dialog.tsx').then((code) => ({ default: code.VersionDialog })),
)

type PageVersionsProps = {
  page: Page
  /** Whether bringing one back would lose what was typed. */
  isTouched: () => boolean
  onSaved: (page: SavedPage) => void
}

export function PageVersions(props: PageVersionsProps) {
  const [isOpen, setOpen] = useState(() => currentHash().includes('/versions/'))
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group mt-6 rounded-xl border border-straw bg-paper"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between px-4 font-semibold">
        Versions
        <ChevronDown aria-hidden="true" className="size-5 text-bark-deep group-open:rotate-180" />
      </summary>
      {isOpen && <VersionList {...props} />}
    </details>
  )
}

function VersionList({ page, ...props }: PageVersionsProps) {
  const versions = useQuery({
    ...query(pages.versions, { params: { id: String(page.id) } }),
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error } = versions
  if (error && !data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-4">
        The versions could not be loaded: {sentenceOf(error)}
        <TryAgain size="sm" query={versions} />
      </p>
    )
  if (!data) return <p className="px-4 pb-4 text-bark-deep">Loading versions…</p>
  if (data.length < 2)
    return (
      <p className="px-4 pb-4 text-bark-deep">
        Every save keeps what the page said before. There is nothing older yet.
      </p>
    )
  return (
    <ol className="px-4 pb-2">
      {data.map((version, index) => (
        <VersionRow
          key={version.id}
          {...{ page, version, ...props }}
          isNow={index === 0}
          address={`pages/${page.id}/versions/${version.id}`}
        />
      ))}
    </ol>
  )
}

type RowProps = PageVersionsProps & { version: PageVersion; isNow: boolean; address: string }

function VersionRow({ version, isNow, address, ...props }: RowProps) {
  const { formatMoment } = useFarmDates()
  const moment = formatMoment(version.at)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-straw py-2">
      <span className="min-w-0 grow basis-48">
        <span className="block font-semibold wrap-anywhere">{version.title}</span>
        <span className="block text-[0.9375rem] text-bark-deep">
          <time dateTime={version.at}>{moment}</time> · {formatSaver(version)}
        </span>
      </span>
      {isNow ? (
        <Badge>Now</Badge>
      ) : (
        <Button
          variant="quiet"
          aria-label={`Look at it: the version of ${moment}`}
          onClick={() => openDialog(address)}
        >
          Look at it
        </Button>
      )}
      {!isNow && (
        <DialogAt address={address} parent={`pages/${props.page.id}`}>
          {(dialog) => (
            <Suspense>
              <VersionDialog {...dialog} {...props} version={version} />
            </Suspense>
          )}
        </DialogAt>
      )}
    </li>
  )
}
