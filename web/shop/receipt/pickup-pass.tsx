import { formatPass } from '#contract/pickup-pass.ts'
import type { Receipt } from '#contract/receipts.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'

export function PickupPass({ receipt }: { receipt: Receipt }) {
  const { deliveryMethod, status, isHandedOver } = receipt
  if (deliveryMethod !== 'pickup' || status === 'delivered' || isHandedOver) return null
  return (
    <div className="mt-3 flex items-center gap-3">
      <ServerPart id="pickup-pass">
        {import.meta.env.SSR && (
          <QrCode
            text={formatPass(receipt)}
            label={`Pickup pass for order ${receipt.id}`}
            size="6.5rem"
          />
        )}
      </ServerPart>
      <p>Show this when you pick up your order.</p>
    </div>
  )
}
