import { House, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFullDay, formatPickupHours } from '#contract/date-format.ts'
import { placeOfKey } from '#contract/delivery.ts'
import type { Receipt } from '#contract/receipts.ts'
import { useSettings } from '#web/api/shop-queries.ts'

export function Destination({ receipt }: { receipt: Receipt }) {
  const { shippingAddress: to, pickupLocation, pickupDate, customerName } = receipt
  if (to) {
    return (
      <Section icon={<House />} title="Delivery to">
        <Line>{customerName}</Line>
        <Line>{to.address}</Line>
        <Line>
          {to.city}, {to.state} {to.zipCode}
        </Line>
      </Section>
    )
  }
  if (!pickupLocation) return <Section icon={<MapPin />} title="Pickup" />
  return (
    <Section
      icon={<MapPin />}
      title={`Pickup at the ${placeOfKey(pickupLocation).name.toLowerCase()}`}
    >
      {pickupDate && <Line isStrong>{formatFullDay(pickupDate)}</Line>}
      <Line isStrong>
        {pickupDate ? formatPickupHours(pickupLocation) : placeOfKey(pickupLocation).window}
      </Line>
      <FarmAddress />
      <PickupNote />
    </Section>
  )
}

function FarmAddress() {
  const address = useSettings()('business_address')
  return address && <Line>{address}</Line>
}

function PickupNote() {
  const note = useSettings()('pickup_note')
  return note && <Line>{note}</Line>
}

type SectionProps = { icon: ReactNode; title: string; children?: ReactNode }

function Section({ icon, title, children }: SectionProps) {
  return (
    <div className="flex gap-2.5">
      <span aria-hidden="true" className="mt-1 shrink-0 text-leaf [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="mb-1.5 text-lg">{title}</h2>
        {children}
      </div>
    </div>
  )
}

function Line({ isStrong = false, children }: { isStrong?: boolean; children: ReactNode }) {
  return (
    <p className={isStrong ? 'font-semibold' : 'whitespace-pre-line wrap-anywhere'}>{children}</p>
  )
}
