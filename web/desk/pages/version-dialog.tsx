import { diffWordsWithSpace } from 'diff'
import { useMemo, useState } from 'react'
import { type Page, type PageVersion, pages, type SavedPage } from '#contract/pages/pages.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { changeOf, conflictIn } from '../shared/edit-conflict.ts'
import { Notice } from '../shared/notice.tsx'
import { Segments } from '../shared/segments.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatSaver, openedPage } from './page-draft.ts'

type VersionDialogProps = DialogProps & {
  page: Page
  version: PageVersion
  isTouched: () => boolean
  onSaved: (page: SavedPage) => void
}

export function VersionDialog({
  page,
  version,
  isTouched,
  onSaved,
  ...dialog
}: VersionDialogProps) {
  const { formatFullDate, formatTime } = useFarmDates()
  const [shown, setShown] = useState<(typeof SHOWN)[number][0]>('compared')
  const [isTyped] = useState(isTouched)
  const back = useBringBack(page, version, onSaved)
  return (
    <Dialog
      {...dialog}
      title={`Version of ${formatFullDate(version.at)}`}
      description={`Saved at ${formatTime(version.at)} · ${formatSaver(version)}`}
      shape="wide"
      footer={
        <Button className="w-full" size="lg" busy={back.isPending} onClick={() => back.mutate()}>
          {back.isPending ? 'Saving…' : 'Bring this version back'}
        </Button>
      }
    >
      <div className="grid gap-4">
        {isTyped && (
          <Notice tone="warning">
            You typed something that is not saved. Bringing this version back throws it away.
          </Notice>
        )}
        <Segments label="Show" name="shown" options={SHOWN} value={shown} onChoose={setShown} />
        {shown === 'compared' ? (
          <Compared page={page} version={version} />
        ) : (
          <AsItWas version={version} />
        )}
        <p className="text-bark-deep">
          Bringing it back makes it the newest version: title, description and content. The address
          stays{isTyped ? '' : ', and nothing is lost'}.
        </p>
        {conflictIn(back.error).size > 0 && (
          <Notice tone="failure" role="alert">
            The page was saved in another window meanwhile, so this version was not brought back.
            Please compare the two again.
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function useBringBack(page: Page, version: PageVersion, onSaved: (page: SavedPage) => void) {
  const { title, content, metaDescription } = version
  return useChange({
    send: () => {
      const loaded = openedPage(page)
      const wanted = { ...loaded, title, content, metaDescription: metaDescription ?? '' }
      const body = changeOf(loaded, wanted)
      return call(pages.update, { params: { id: page.id }, body })
    },
    done: 'Page updated',
    failed: 'Error updating page',
    refreshes: [pages.list],
    mayBeDone: true,
    onDone: onSaved,
  })
}

const SHOWN = [
  ['compared', 'Compare with now'],
  ['alone', 'As it was'],
] as const

function AsItWas({ version: { title, metaDescription, content } }: { version: PageVersion }) {
  return (
    <div className="rounded-xl border-[1.5px] border-straw bg-paper p-4" inert>
      <p className="font-serif text-2xl">{title}</p>
      {metaDescription && <p className="text-bark-deep">{metaDescription}</p>}
      <div
        className="page-html mt-4 text-base"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's answer, kept to the allow-list.
        dangerouslySetInnerHTML={{ __html: content }}
      />
    </div>
  )
}

type VersionText = Pick<Page, 'title' | 'metaDescription' | 'content'>

function plainText({ title, metaDescription, content }: VersionText): string {
  return [title, metaDescription ?? '', pageText(content)].filter(Boolean).join('\n')
}

/** Gives up on differences longer than this many words. */
const MAX_EDITS = 4000

function Compared({ page, version }: { page: Page; version: PageVersion }) {
  const parts = useMemo(
    () => diffWordsWithSpace(plainText(version), plainText(page), { maxEditLength: MAX_EDITS }),
    [page, version],
  )
  if (!parts) return <p>The two differ too much to be compared word by word.</p>
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p>The words are the same; only looks, links or pictures differ.</p>
  return (
    <div className="grid gap-2">
      <p className="text-[0.9375rem] text-bark-deep">
        <del className={GONE}>Struck out</del>: it stood here then.{' '}
        <ins className={NEW}>Underlined</ins>: it was added since.
      </p>
      <p className="rounded-xl border-[1.5px] border-straw bg-paper p-4 whitespace-pre-wrap wrap-anywhere">
        {parts.map(({ value, added, removed }, index) => {
          const key = `${index} ${value.slice(0, 20)}`
          if (added)
            return (
              <ins key={key} className={NEW}>
                {value}
              </ins>
            )
          if (removed)
            return (
              <del key={key} className={GONE}>
                {value}
              </del>
            )
          return value
        })}
      </p>
    </div>
  )
}

const GONE = 'rounded bg-beet-pale text-beet'
const NEW = 'rounded bg-sprout text-leaf-deep underline'

const BLOCKS =
  'h2, h3, h4, p, div, blockquote, pre, hr, ul, ol, li, dt, dd, figure, figcaption, tr, caption'

function pageText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(`[picture: ${picture.alt || 'no description'}]`)
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  for (const cell of body.querySelectorAll('td + td, td + th, th + td, th + th'))
    cell.prepend(' | ')
  for (const block of body.querySelectorAll(BLOCKS)) {
    block.before('\n')
    block.after('\n')
  }
  const lines = (body.textContent ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}
