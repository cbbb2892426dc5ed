import { NEWSLETTER_CONSENT } from '#contract/newsletter-consent.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { LinkPlace } from './link-place.tsx'
import { useLink } from './use-link.ts'

export function ConfirmPage({ lastSegment: secret }: { lastSegment: string }) {
  const data = useLink('confirmations', secret)
  if (!data) return <LinkGone />
  if (data.state === 'pending')
    return (
      <LinkPlace
        title="One more step"
        words={`Press the button, and our letter comes to you. ${NEWSLETTER_CONSENT}`}
        press="Confirm subscription"
      />
    )
  return (
    <LinkPlace
      title="You are on the list"
      words="Thank you! The next letter comes to you. With every letter comes a way to leave the list."
    />
  )
}

function LinkGone() {
  return (
    <LinkPlace
      title="This link is too old"
      words="A confirmation is good for seven days, and until you leave the list. Please copy the whole link, to its last letter, or ask for a new one."
    >
      <a href="/#contact" className={buttonLook({}, 'mt-2')}>
        Subscribe again
      </a>
    </LinkPlace>
  )
}
