import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LetterText } from '#contract/letters.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { previewQuery } from './letters-query.ts'

export function LetterPreview({ letter }: { letter: LetterText }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...previewQuery(letter),
    placeholderData: keepPreviousData,
  })
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
          <Button variant="quiet" size="sm" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

function inside(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}
