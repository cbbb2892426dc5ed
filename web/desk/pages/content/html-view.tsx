import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { MAX_CONTENT_LENGTH, pages } from '#contract/pages/pages.ts'
import { call } from '#web/api/call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PartFailed } from '../../shared/card.tsx'
import { useDebounced } from '../../shared/use-debounced.ts'
import { RemovedNames } from '../removed-note.tsx'

export type SurfaceWiring = {
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type HtmlViewProps = { wiring: SurfaceWiring; value: string; onChange: (content: string) => void }

export function HtmlView({ wiring, value, onChange }: HtmlViewProps) {
  const [debounced, update] = useDebounced(value)
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <textarea
        {...wiring}
        name="content"
        required
        maxLength={MAX_CONTENT_LENGTH}
        spellCheck
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          update(event.target.value)
        }}
        className={classNames(
          'field-sizing-content min-h-64 py-2.5 font-mono text-[0.9375rem]/relaxed',
          inputLook,
        )}
      />
      <ContentPreview content={debounced} />
    </div>
  )
}

function ContentPreview({ content }: { content: string }) {
  const preview = useQuery({ ...previewQuery(content), placeholderData: keepPreviousData })
  const { data, error } = preview
  return (
    <section
      aria-label="Preview"
      className="flex min-h-64 flex-col rounded-xl border-[1.5px] border-straw bg-paper"
    >
      <p className="border-b border-straw px-4 py-2.5 text-[0.9375rem] font-semibold text-bark-deep">
        Preview
      </p>
      <p
        role="status"
        className={data?.removed.length ? 'bg-yolk-pale px-4 py-2 text-[0.9375rem]' : 'sr-only'}
      >
        {data && data.removed.length > 0 && (
          <>
            Saving leaves out <RemovedNames names={data.removed} />.
          </>
        )}
      </p>
      {data?.html === '' && <p className="px-4 py-3 text-bark-deep">Nothing to show yet.</p>}
      {data && data.html !== '' && (
        <div
          className="page-html px-4 py-3 text-base"
          onClickCapture={stay}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's answer, kept to the allow-list.
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      )}
      {!data && !error && (
        <div className="grid gap-2 px-4 py-3">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      )}
      {error && (
        <PartFailed text="The preview could not be loaded:" query={preview} className="px-4 py-3" />
      )}
    </section>
  )
}

/** A preview's link must not take the farmer away from unsaved work. */
function stay(event: MouseEvent): void {
  event.preventDefault()
}

export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [pages.preview.path, content],
    queryFn: () => call(pages.preview, { body: { content } }),
    // Text typed a moment ago rarely comes back.
    gcTime: 60_000,
  })
