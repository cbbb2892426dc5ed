import { NEWSLETTER_CONSENT } from '#contract/newsletter-consent.ts'
import { confirmationQuery } from '#web/api/page-queries.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { LinkPlace } from './link-place.tsx'
import { useLink } from './use-link.ts'

export function ConfirmPage({ lastSegment: secret }: { lastSegment: string }) {
  const data = useLink(confirmationQuery, secret)
  if (!data) return <LinkGone />
  if (data.state === 'pending')
    return (
      <LinkPlace
        title="One more step"
        text={`Press the button to get our newsletter. ${NEWSLETTER_CONSENT}`}
        press="Confirm subscription"
      />
    )
  return (
    <LinkPlace
      title="You are on the list"
      text="Thank you! You will get our next newsletter. Every one has a link to unsubscribe."
    />
  )
}

function LinkGone() {
  return (
    <LinkPlace
      title="This link has expired"
      text="A confirmation link works for seven days, or until you unsubscribe. Please copy the whole link, or subscribe again."
    >
      <a href="/#contact" className={buttonLook({}, 'mt-2')}>
        Subscribe again
      </a>
    </LinkPlace>
  )
}
