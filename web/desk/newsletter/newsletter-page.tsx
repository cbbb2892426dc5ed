import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { formatMoment } from '#contract/date-format.ts'
import type { SentLetter } from '#contract/letters.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { Composer } from './composer.tsx'
import { lettersQuery } from './letters-query.ts'

export function NewsletterPart() {
  return (
    <QueryPage
      title="Newsletter"
      again="Refresh"
      loading="Loading newsletters…"
      failed="The newsletters could not be loaded."
      query={useQuery(lettersQuery)}
    >
      {({ subscribers, mailConfigured, testTo, letters }) => (
        <>
          {!mailConfigured && (
            <Notice tone="warning" className="mb-5">
              Email is not set up, so no newsletter can be sent. Set SMTP_URL and MAIL_FROM.
            </Notice>
          )}
          <Composer subscribers={subscribers} testTo={testTo} />
          <LetterList list={letters} />
        </>
      )}
    </QueryPage>
  )
}

function LetterList({ list }: { list: readonly SentLetter[] }) {
  return (
    <section aria-labelledby="letters-sent" className="mt-10">
      <h3 id="letters-sent" className="mb-4 text-xl sm:text-2xl">
        Newsletters so far
      </h3>
      {list.length === 0 ? (
        <ListEmpty text="No newsletters sent yet." />
      ) : (
        <CardList>
          {list.map((letter) => (
            <CardRow key={letter.id}>
              <LetterDetails letter={letter} />
            </CardRow>
          ))}
        </CardList>
      )}
    </section>
  )
}

function LetterDetails({ letter }: { letter: SentLetter }) {
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-4">
        <span className="min-w-0 grow">
          <span className="block font-semibold wrap-anywhere">{letter.subject}</span>
          <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
            {formatProgress(letter)}
          </span>
        </span>
        <span className="text-[0.9375rem] text-bark-deep">{formatMoment(letter.begunAt)}</span>
        <Badge variant={letter.doneAt ? 'default' : 'secondary'}>
          {letter.doneAt ? 'Sent' : 'Sending'}
        </Badge>
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 text-bark-deep group-open:rotate-180"
        />
      </summary>
      {!letter.doneAt && (
        <progress
          aria-label="Sent so far"
          className="mx-4 mb-3 block w-[calc(100%-2rem)] accent-leaf"
          max={letter.recipients}
          value={letter.sent + letter.failed + letter.skipped}
        />
      )}
      <p className="mx-4 mb-4 rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">
        {letter.body}
      </p>
    </details>
  )
}

function formatProgress({ recipients, sent, failed, skipped }: SentLetter): string {
  const amount = (count: number) => count.toLocaleString('en-US')
  return [
    `${amount(sent)} of ${amount(recipients)} sent`,
    ...(failed > 0 ? [`${amount(failed)} could not be sent`] : []),
    ...(skipped > 0 ? [`${amount(skipped)} unsubscribed in the meantime`] : []),
  ].join(', ')
}
