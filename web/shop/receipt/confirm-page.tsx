import { useSuspenseQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/money/money.ts'
import type { LinkedRequest } from '#contract/orders/pickup-link.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { pickupRequestQuery } from '#web/api/page-queries.ts'
import { LinkPage } from '#web/shop/newsletter/link-page.tsx'
import { buttonLook } from '#web/ui/button.tsx'

const OF = 'order'

/** Where the mailed link of an order to pay at pickup leads; its button places the order. */
export function ConfirmOrderPage({ lastSegment: secret }: { lastSegment: string }) {
  const { data } = useSuspenseQuery(pickupRequestQuery(secret))
  if (!data || data.state === 'over')
    return (
      <LinkPage
        of={OF}
        title="This link has expired"
        text="Links work for 30 minutes, and a newer one ends them. Nothing was ordered. If it was yours, go back to your cart and order again."
      />
    )
  const total = formatMoney(data.total)
  if (data.state === 'placed')
    return (
      <LinkPage of={OF} title="Your order is placed" text={`Please pay ${total} at pickup.`}>
        <a href={data.receiptUrl ?? '/'} className={buttonLook({}, 'mt-2')}>
          See your receipt
        </a>
      </LinkPage>
    )
  if (data.state === 'refused')
    return (
      <LinkPage
        of={OF}
        title="Your order didn’t go through"
        text={`${data.message ?? ''} Nothing was ordered.`}
      />
    )
  return (
    <LinkPage
      of={OF}
      title="One more step"
      text={`Press the button and your order is placed. You pay ${total} when you pick it up.`}
      press="Place my order"
      details={<Goods {...data} />}
    >
      <p className="max-w-[44ch] text-bark-deep">
        Not you? Ignore this page: nothing is ordered unless the button is pressed.
      </p>
    </LinkPage>
  )
}

function Goods({ items, place, day }: NonNullable<LinkedRequest>) {
  return (
    <div className="w-full max-w-md rounded-2xl border border-straw bg-card px-4.5 py-3 text-left">
      <ul>
        {items.map(({ name, quantity }) => (
          <li key={name} className="py-1">
            {quantity} × {name}
          </li>
        ))}
      </ul>
      <p className="mt-2 border-t border-straw pt-2 text-bark-deep">
        {day && `${formatDay(day)}, `}
        {place}
      </p>
    </div>
  )
}
