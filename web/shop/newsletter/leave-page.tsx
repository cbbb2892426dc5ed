import { subscriptionQuery } from '#web/api/page-queries.ts'
import { useSettings } from '#web/api/settings-query.ts'
import { LinkPlace } from './link-place.tsx'
import { useLink } from './use-link.ts'

export function LeavePage({ lastSegment: secret }: { lastSegment: string }) {
  const data = useLink(subscriptionQuery, secret)
  if (!data) return <NobodyHere />
  if (data.state === 'left')
    return (
      <LinkPlace
        title="You are unsubscribed"
        text="You will not get our newsletter anymore. You are welcome back any time."
      />
    )
  return (
    <LinkPlace
      title="Unsubscribe?"
      text="Press the button to stop getting our newsletter. You will still get emails about your orders."
      press="Unsubscribe"
    />
  )
}

function NobodyHere() {
  const setting = useSettings()
  const email = setting('contact_email')
  const otherwise = email && ` If you still get our newsletter, write to ${email}.`
  return (
    <LinkPlace
      title="Not on the list"
      text={`This link does not match a subscription. Please copy the whole link.${otherwise}`}
    />
  )
}
