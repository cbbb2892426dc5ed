import { useSuspenseQuery } from '@tanstack/react-query'
import { NOT_ME, NOTIFY_ME } from '#contract/mail/waiting-link.ts'
import { productPath } from '#contract/products/product-path.ts'
import { waitQuery } from '#web/api/page-queries.ts'
import { LinkPage } from '#web/shop/newsletter/link-page.tsx'
import { buttonLook } from '#web/ui/button.tsx'

export function WaitPage({ lastSegment: secret }: { lastSegment: string }) {
  const { data } = useSuspenseQuery(waitQuery(secret))
  if (!data)
    return (
      <LinkPage
        of="waiting list"
        title="Not on the list"
        text="This link has expired or was already used. Links work for three days, or until we email you or you leave the list. If it was yours, ask again on the product’s page."
      />
    )
  const { state, product } = data
  if (state === 'asked')
    return (
      <LinkPage
        of="waiting list"
        title="One more step"
        text={`Press the button, and we’ll send you one email when ${product.name} is back. Then we’ll delete your address.`}
        press="Yes, tell me"
        sent={formOf(NOTIFY_ME)}
      >
        <LeaveForm text="No, that wasn’t me" />
      </LinkPage>
    )
  return (
    <LinkPage
      of="waiting list"
      title={product.isInStock ? `${product.name} is back` : 'You’re on the list'}
      text={
        product.isInStock
          ? 'It’s in stock right now, while it lasts.'
          : `We’ll send you one email when ${product.name} is back in stock. We can’t hold any for you, so order soon after that.`
      }
    >
      <a href={productPath(product)} className={buttonLook({}, 'mt-2')}>
        See it in the shop
      </a>
      <LeaveForm text="Take me off the list" />
    </LinkPage>
  )
}

function LeaveForm({ text }: { text: string }) {
  const [name, value] = formOf(NOT_ME)
  return (
    <form method="post">
      <input type="hidden" name={name} value={value} />
      <button type="submit" className={buttonLook({ variant: 'plain' })}>
        {text}
      </button>
    </form>
  )
}

function formOf(answer: string): [name: string, value: string] {
  const [name = '', value = ''] = answer.split('=')
  return [name, value]
}
