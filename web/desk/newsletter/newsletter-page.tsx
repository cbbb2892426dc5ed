import { queryOptions, useQuery } from '@tanstack/react-query'
import { letters, type SentLetter } from '#contract/mail/letters.ts'
import { query } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardList, MessageRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { Composer } from './composer.tsx'
import { PlannedLetters } from './planned-letters.tsx'

/** How often letters on their way are looked after, in ms. */
const WHILE_SENDING = 3000

const lettersQuery = queryOptions({
  ...query(letters.list),
  refetchInterval: ({ state }) => {
    return state.data?.letters.some(({ doneAt }) => doneAt === null) ? WHILE_SENDING : false
  },
})

export function NewsletterPage() {
  return (
    <QueryPage
      title="Newsletter"
      loading="Loading newsletters…"
      failed="The newsletters could not be loaded."
      query={useQuery(lettersQuery)}
    >
      {({ subscribers, mailConfigured, testTo, postalAddress, planned, letters: sent }) => (
        <>
          {!mailConfigured && (
            <Notice tone="warning" className="mb-5">
              Email is not set up, so no newsletter can be sent. Set it up under Email and cards.
            </Notice>
          )}
          {postalAddress === '' && <AddressMissing />}
          <PlannedLetters list={planned} />
          <Composer subscribers={subscribers} testTo={testTo} />
          <LetterList list={sent} />
        </>
      )}
    </QueryPage>
  )
}

function AddressMissing() {
  return (
    <Notice tone="warning" className="mb-5">
      No newsletter leaves without the farm’s mailing address in its foot; the law asks for it.{' '}
      <a href="#settings/postal_address" className="font-semibold underline underline-offset-4">
        Enter it under Settings
      </a>
    </Notice>
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
            <LetterRow key={letter.id} letter={letter} />
          ))}
        </CardList>
      )}
    </section>
  )
}

function LetterRow({ letter }: { letter: SentLetter }) {
  const { formatMoment } = useFarmDates()
  const { subject, body, begunAt, doneAt, recipients, sent, failed, skipped } = letter
  return (
    <MessageRow
      title={subject}
      note={formatProgress(letter)}
      noteLook="tabular-nums"
      moment={formatMoment(begunAt)}
      badge={
        <Badge variant={doneAt ? 'default' : 'secondary'}>{doneAt ? 'Sent' : 'Sending'}</Badge>
      }
      text={body}
      above={
        !doneAt && (
          <progress
            aria-label="Sent so far"
            className="mx-4 mb-3 block w-[calc(100%-2rem)] accent-leaf"
            max={recipients}
            value={sent + failed + skipped}
          />
        )
      }
    />
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
