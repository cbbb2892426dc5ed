import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { isReceiptSecret, NO_RECEIPT } from '#contract/receipt-link.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { NothingHere } from '#web/ui/nothing-here.tsx'
import { OrderReceipt } from './order-receipt.tsx'

export function ReceiptPage({ lastSegment: secret }: { lastSegment: string }) {
  return isReceiptSecret(secret) ? <KnownReceipt secret={secret} /> : <NoReceipt />
}

/** The server renders all that opens nothing as one, so what it said of that one holds for whichever was asked. */
function KnownReceipt({ secret }: { secret: string }) {
  const client = useQueryClient()
  const initialData = () => client.getQueryData(receiptQuery(NO_RECEIPT).queryKey)
  const { data: receipt } = useSuspenseQuery({ ...receiptQuery(secret), initialData })
  return receipt ? <OrderReceipt receipt={receipt} secret={secret} /> : <NoReceipt />
}

function NoReceipt() {
  return (
    <NothingHere
      title="Receipt Not Found"
      description="There is no such receipt at Farmstand."
      text="There is no receipt at this address. Please copy the whole link."
    />
  )
}
