import type { Subscriber } from '#contract/newsletter.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'

const COLUMNS = ['E-mail', 'Status', 'Asked', 'Confirmed', 'Left', 'To']

export async function exportSubscribers(subscribers: readonly Subscriber[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  const rows = subscribers.map((one) => [
    one.email,
    one.state,
    one.askedAt,
    one.confirmedAt ?? '',
    one.leftAt ?? '',
    one.consent,
  ])
  return stringify(rows, { ...CSV_FORM, columns: COLUMNS })
}
