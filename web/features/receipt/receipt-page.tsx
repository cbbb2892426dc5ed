import { useSuspenseQuery } from '@tanstack/react-query'
import { isReceiptSecret } from '#contract/receipt-link.ts'
import { NoReceipt } from './no-receipt.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { receiptQuery } from './receipt-query.ts'

/** The receipt of the address. */
export function ReceiptPage({ lastSegment: secret }: { lastSegment: string }) {
  return isReceiptSecret(secret) ? <KnownReceipt secret={secret} /> : <NoReceipt />
}

function KnownReceipt({ secret }: { secret: string }) {
  const { data: receipt } = useSuspenseQuery(receiptQuery(secret))
  return receipt ? <OrderReceipt receipt={receipt} secret={secret} /> : <NoReceipt />
}
