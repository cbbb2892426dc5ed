import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { AskedPart } from '../asked-part.tsx'
import { Composer } from './composer.tsx'
import { LetterList } from './letter-list.tsx'
import { lettersQuery } from './letters-query.ts'

export function NewsletterPart() {
  return (
    <AskedPart
      title="Newsletter"
      again="Refresh"
      loading="Loading newsletters…"
      failed="The newsletters could not be loaded."
      asked={useQuery(lettersQuery)}
    >
      {({ subscribers, mailConfigured, testTo, letters }) => (
        <>
          {!mailConfigured && (
            <p className="mb-5 flex items-start gap-2.5 rounded-2xl border border-yolk bg-yolk-pale px-4 py-3">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
              <span>Email is not set up, so no newsletter can be sent. Set SMTP_URL and MAIL_FROM.</span>
            </p>
          )}
          <Composer subscribers={subscribers} testTo={testTo} />
          <LetterList list={letters} />
        </>
      )}
    </AskedPart>
  )
}
