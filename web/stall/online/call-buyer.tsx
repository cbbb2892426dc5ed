import { useQuery } from '@tanstack/react-query'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { query } from '#web/api/call.ts'
import { CallLinks } from '#web/ui/call-links.tsx'

/** The number is fetched each time and stays only on the page. */
export function CallBuyer({ orderId }: { orderId: number }) {
  const { data } = useQuery({
    ...query(deskOrders.show, { params: { id: String(orderId) } }),
    gcTime: 0,
  })
  if (!data) return null
  if (!data.customerPhone) return <span className="text-bark-deep">no phone number</span>
  return <CallLinks phone={data.customerPhone} />
}
