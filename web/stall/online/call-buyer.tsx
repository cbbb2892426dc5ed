import { useQuery } from '@tanstack/react-query'
import { MessageSquare, Phone } from 'lucide-react'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { query } from '#web/api/query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'

/** The number is fetched each time and stays only on the page. */
export function CallBuyer({ orderId }: { orderId: number }) {
  const { data } = useQuery({
    ...query(deskOrders.show, { params: { id: String(orderId) } }),
    gcTime: 0,
  })
  if (!data) return null
  if (!data.customerPhone) return <span className="text-bark-deep">no phone number</span>
  const call = phoneHref(data.customerPhone)
  return (
    <>
      <a
        href={call}
        aria-label={`Call ${data.customerName}`}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        <Phone aria-hidden="true" className="size-4.5" /> Call
      </a>
      <a
        href={call.replace('tel:', 'sms:')}
        aria-label={`Text ${data.customerName}`}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        <MessageSquare aria-hidden="true" className="size-4.5" /> Text
      </a>
    </>
  )
}
