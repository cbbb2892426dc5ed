import { useQuery } from '@tanstack/react-query'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { Composer } from './composer.tsx'
import { LetterList } from './letter-list.tsx'
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
