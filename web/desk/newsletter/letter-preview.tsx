import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LetterText, letters } from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '../shared/list-states.tsx'

export function LetterPreview({ letter }: { letter: LetterText }) {
  const preview = useQuery({
    queryKey: [letters.preview.path, letter],
    queryFn: () => call(letters.preview, { body: letter }),
    enabled: letter.subject.trim() !== '' && letter.body.trim() !== '',
    // What was typed a moment ago is hardly ever typed again.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, isFetching } = preview
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5">
      <p className="font-semibold">As the reader will see it</p>
      {data && (
        <iframe
          title="Preview of the newsletter"
          sandbox=""
          srcDoc={inside(data.html)}
          className="h-[38rem] w-full rounded-xl border-[1.5px] border-straw bg-paper"
        />
      )}
      {isPending && isFetching && <Skeleton className="h-[38rem] w-full rounded-xl" />}
      {!data && !error && !isFetching && <p className="text-bark-deep">Nothing to show yet.</p>}
      {error && (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-xl border border-beet bg-card p-4"
        >
          <p>The preview could not be loaded: {sentenceOf(error)}</p>
          <TryAgain size="sm" query={preview} />
        </div>
      )}
    </section>
  )
}

function inside(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}
