import type { Held, RestoreReport } from '#contract/backups/restore.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatBytes } from '#web/ui/format.ts'
import { Notice } from '../shared/notice.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function ReportTable({ report }: { report: RestoreReport }) {
  const { before, after } = report
  const { formatMoment } = useFarmDates()
  const moment = (at: string | null) => (at === null ? 'None' : formatMoment(at))
  const rows: readonly [string, (held: Held) => string][] = [
    ['Orders', ({ orders }) => orders.toLocaleString('en-US')],
    ['Newest order', ({ newestOrderAt }) => moment(newestOrderAt)],
    ['Paid by card', ({ taken }) => MONEY.format(taken)],
    ['Given back', ({ givenBack }) => MONEY.format(givenBack)],
    ['Products', ({ products }) => String(products)],
    ['Pages', ({ pages }) => String(pages)],
    ['Pictures', ({ pictures }) => pictures.toLocaleString('en-US')],
    ['Subscribers', ({ subscribers }) => subscribers.toLocaleString('en-US')],
  ]
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="mb-2 text-left wrap-anywhere">
        {report.name}, {formatBytes(report.bytes)}: the shop as it was on{' '}
        <b>{formatMoment(report.madeAt)}</b>
      </caption>
      <thead>
        <tr className="border-b border-straw text-[0.9375rem] text-bark-deep">
          <td />
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Now
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, format]) => (
          <ReportRow key={label} label={label} now={format(before)} then={format(after)} />
        ))}
      </tbody>
    </table>
  )
}

function ReportRow({ label, now, then }: { label: string; now: string; then: string }) {
  return (
    <tr className="border-b border-straw last:border-0">
      <th scope="row" className="py-1.5 pr-3 font-normal text-bark-deep">
        {label}
      </th>
      <td className="py-1.5 pr-3">{now}</td>
      <td className={now === then ? 'py-1.5' : 'py-1.5 font-semibold'}>{then}</td>
    </tr>
  )
}

export function ReportWarnings({ report }: { report: RestoreReport }) {
  const { since, isSameShop, passkeys, isOlderRelease, booksDiffer } = report
  return (
    <div className="grid gap-2">
      {since.orders > 0 && (
        <Notice tone="failure">
          {formatOrders(since.orders)} for {MONEY.format(since.total)} came after this backup. The
          restored shop does not know them, nor what changed since: note them down, or export the
          orders, before you restart.
        </Notice>
      )}
      {!isSameShop && (
        <Notice tone="warning">
          This backup is from another shop. That shop’s card payments stay its own, and the desk’s
          password will be the one of that time. {passkeysOf(passkeys)} Go on only if you trust
          whoever kept this file.
        </Notice>
      )}
      {isOlderRelease && (
        <p className="text-bark-deep">
          It was made by an older release; its tables are brought up to date.
        </p>
      )}
      <p className="text-bark-deep">
        {booksDiffer === 0
          ? 'The whole file was checked: it is complete, and its books balance.'
          : `The whole file was checked: it is complete. Its books are off in ${booksDiffer} rows.`}
      </p>
    </div>
  )
}

function passkeysOf(count: number): string {
  if (count === 0) return ''
  return `${count === 1 ? 'One passkey' : `${count} passkeys`} of that shop will open the desk, too.`
}
