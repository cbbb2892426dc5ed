import { useSettings } from '#web/api/settings-query.ts'
import { LinkPlace } from './link-place.tsx'
import { useLink } from './use-link.ts'

export function LeavePage({ lastSegment: secret }: { lastSegment: string }) {
  const data = useLink('subscriptions', secret)
  if (!data) return <NobodyHere />
  if (data.state === 'left')
    return <LinkPlace title="You have left the list" words="No letter comes any more. You are welcome back any time." />
  return (
    <LinkPlace
      title="Leave the list?"
      words="Press the button, and no letter comes any more. Orders and their mails are as before."
      press="Unsubscribe"
    />
  )
}

function NobodyHere() {
  const setting = useSettings()
  const email = setting('contact_email')
  const otherwise = email && ` If a letter comes all the same, write to ${email}.`
  return (
    <LinkPlace
      title="Nobody on the list"
      words={`This link belongs to no subscription. Please copy the whole link, to its last letter.${otherwise}`}
    />
  )
}
