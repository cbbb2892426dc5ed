import type { Subscriber } from '#contract/newsletter.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'

/** Subscribers as CSV: address, when they agreed, and to which words. */
export async function exportSubscribers(subscribers: readonly Subscriber[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  const rows = subscribers.map(({ email, subscribedAt, consent }) => [email, subscribedAt, consent])
  return stringify(rows, { ...CSV_FORM, columns: ['E-mail', 'Agreed', 'To'] })
}
