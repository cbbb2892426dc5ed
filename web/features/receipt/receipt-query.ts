import { queryOptions } from '@tanstack/react-query'
import type { Receipt } from '#contract/receipts.ts'

/** The receipt that a secret opens; null when there is none. Asked by the server for each load of the page. */
export function receiptQuery(secret: string) {
  return queryOptions<Receipt | null>({ queryKey: ['/api/receipts', secret] })
}
