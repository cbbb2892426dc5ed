import { useSuspenseQuery } from '@tanstack/react-query'
import { confirmationQuery, subscriptionQuery } from '#web/api/page-queries.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { LinkPage } from './link-page.tsx'

export function ConfirmPage({ lastSegment: secret }: { lastSegment: string }) {
  const { data } = useSuspenseQuery(confirmationQuery(secret))
  if (!data)
    return (
      <LinkPage
        title="This link has expired"
        text="A confirmation link works for seven days, or until you unsubscribe. Please copy the whole link, or subscribe again."
      >
        <a href="/#contact" className={buttonLook({}, 'mt-2')}>
          Subscribe again
        </a>
      </LinkPage>
    )
  if (data.state === 'pending')
    return (
      <LinkPage
        title="One more step"
        text="Press the button to get our newsletter. You can unsubscribe at any time."
        press="Confirm subscription"
      />
    )
  return (
    <LinkPage
      title="You’re on the list"
      text="Thank you! You’ll get our next newsletter. Every one has an unsubscribe link."
    />
  )
}

export function LeavePage({ lastSegment: secret }: { lastSegment: string }) {
  const { data } = useSuspenseQuery(subscriptionQuery(secret))
  const email = useSettings()('contact_email')
  const otherwise = email && ` If you still get our newsletter, write to ${email}.`
  if (!data)
    return (
      <LinkPage
        title="Not on the list"
        text={`This link doesn’t match a subscription. Please copy the whole link.${otherwise}`}
      />
    )
  if (data.state === 'left')
    return (
      <LinkPage
        title="You’re unsubscribed"
        text="You won’t get our newsletter anymore. You’re welcome back any time."
      />
    )
  return (
    <LinkPage
      title="Unsubscribe?"
      text="Press the button to stop getting our newsletter. You’ll still get emails about your orders."
      press="Unsubscribe"
    />
  )
}
