import type { InputOf } from '#contract/endpoint.ts'
import { type Receipt, receipts } from '#contract/orders/receipts.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'

type Change = InputOf<typeof receipts.cancel>['body'] | InputOf<typeof receipts.change>['body']

/** Takes goods off, or cancels the whole order: its new receipt, or why it stayed as it was. */
export async function changeByLink(secret: string, body: Change): Promise<Receipt | string> {
  const params = { secret }
  try {
    return await ('lines' in body
      ? call(receipts.change, { params, body })
      : call(receipts.cancel, { params, body }))
  } catch (failure) {
    return sentenceOf(failure)
  }
}
