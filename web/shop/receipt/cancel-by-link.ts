import { type Receipt, receipts } from '#contract/orders/receipts.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'

/** The canceled order's receipt, or why it wasn't canceled. */
export async function cancelByLink(secret: string, email: string): Promise<Receipt | string> {
  try {
    return await call(receipts.cancel, { params: { secret }, body: { email } })
  } catch (failure) {
    return sentenceOf(failure)
  }
}
