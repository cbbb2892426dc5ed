import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type Held,
  type PastRestore,
  type RestoreDesk,
  type RestoreReport,
  restores,
} from '#contract/backups/restore.ts'
import { formatMoney } from '#contract/money/money.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { formatBytes } from '#web/ui/format.ts'
import { Card } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { FileButton } from '../shared/file-input.tsx'
import { ActionDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { toastFailure } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CheckBackup } from './check-backup.tsx'
import { isRestarting, isSignedOut, restoreQuery, sendBackup } from './restore-query.ts'

export function RestoreCard({ file }: { file: string }) {
  const { data: desk } = useQuery(restoreQuery)
  if (!desk) return null
  return (
    <Card aria-labelledby="go-back" className="grid gap-3">
      <h3 id="go-back" className="scroll-mt-24 text-xl">
        Restore a backup
      </h3>
      {desk.last && !desk.isWaiting && <LastRestore last={desk.last} />}
      {desk.whyNot ? <p>{desk.whyNot}</p> : <Step desk={desk} />}
      <details className="text-bark-deep">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          With a command instead
        </summary>
        <p>Stop the shop on its server. There, type</p>
        <code className="my-2 block rounded-xl bg-paper px-3 py-2 font-mono text-[0.9375rem] wrap-anywhere">
          farmstand restore {file}
        </code>
        <p>and start the shop again. The command says how to get the present shop back.</p>
      </details>
    </Card>
  )
}

function Step({ desk }: { desk: RestoreDesk }) {
  if (desk.checking) return <Checking rows={desk.checking.rows} />
  if (isRestarting(desk)) return <Restarting />
  if (desk.isWaiting) return <WaitingForStart desk={desk} />
  if (desk.report) return <Checked desk={desk} report={desk.report} />
  return <ChooseFile desk={desk} />
}

function Checking({ rows }: { rows: number }) {
  return (
    <>
      <p role="status" className="grid gap-1">
        Checking the whole file…
        <progress aria-label="Checking the backup" className="h-3 w-full accent-leaf" />
        <span className="text-[0.9375rem] text-bark-deep tabular-nums">
          {rows.toLocaleString('en-US')} rows
        </span>
      </p>
      <GiveUp label="Stop" />
    </>
  )
}

type CheckedProps = { desk: RestoreDesk; report: RestoreReport }

function Checked({ desk, report }: CheckedProps) {
  return (
    <>
      <ReportTable report={report} />
      <ReportWarnings report={report} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => openDialog('backups/restore')}>Restore…</Button>
        <GiveUp label="Cancel" />
      </div>
      <DialogAt address="backups/restore">
        {(dialog) => <ConfirmRestore desk={desk} report={report} {...dialog} />}
      </DialogAt>
    </>
  )
}

/** A backup holds no sessions, so everyone is signed out once the shop is back. */
function Restarting() {
  const { error } = useQuery(restoreQuery)
  useEffect(() => {
    if (isSignedOut(error)) location.reload()
  }, [error])
  return (
    <p role="status">
      The shop restarts with the backup, which takes a few seconds. Then you sign in again.
    </p>
  )
}

function WaitingForStart({ desk }: { desk: RestoreDesk }) {
  const { formatMoment } = useFarmDates()
  if (!desk.report) return null
  return (
    <>
      <Notice tone="warning">
        The next start of the shop restores {formatMoment(desk.report.madeAt)}. Until then it sells
        as it is, and what is ordered now will not be in the restored shop. Stop the shop where it
        runs, with Ctrl+C in its window, and start it again with <code>npm start</code>.
      </Notice>
      <ReportTable report={desk.report} />
      <div>
        <GiveUp label="Cancel restore" />
      </div>
    </>
  )
}

function GiveUp({ label }: { label: string }) {
  const step = useRestoreStep()
  return (
    <Button
      variant="quiet"
      className="justify-self-start"
      busy={step.isPending}
      onClick={() => step.mutate(() => call(restores.giveUp))}
    >
      {label}
    </Button>
  )
}

function LastRestore({ last: { at, madeAt, keptIn, failure } }: { last: PastRestore }) {
  const { formatMoment } = useFarmDates()
  if (failure !== null)
    return (
      <Notice tone="failure">
        On {formatMoment(at)} the backup of {formatMoment(madeAt)} could not be restored, and the
        shop stayed as it was: {failure}
      </Notice>
    )
  return (
    <p>
      On {formatMoment(at)} the backup of {formatMoment(madeAt)} was restored.
      {keptIn && ` The shop before is kept in ${keptIn} on its computer.`}
    </p>
  )
}

function ConfirmRestore({ desk, report, ...dialog }: DialogProps & CheckedProps) {
  const { restartsItself } = desk
  const { formatMoment } = useFarmDates()
  return (
    <ActionDialog
      {...dialog}
      title={`Restore ${formatMoment(report.madeAt)}?`}
      description={`${restartsItself ? 'The shop restarts at once, within seconds.' : 'Nothing happens until the shop is restarted.'} Then this backup takes its place, and the current shop is kept beside it.`}
      button={restartsItself ? 'Restore and restart' : 'Restore on restart'}
      send={() => call(restores.confirm, { body: { id: report.id } })}
      done={() => ({
        title: restartsItself ? 'The shop restarts' : 'Restored on the next start',
        description: restartsItself
          ? 'Sign in again in a moment.'
          : 'The shop sells as it is until then.',
      })}
      failed="Nothing was changed"
      refreshes={[restores.show]}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys alone scroll what has nothing else to stand on. */}
      <section aria-label="What changes" tabIndex={0}>
        <ReportTable report={report} />
      </section>
      <ReportWarnings report={report} />
      <ul className="grid list-disc gap-1 pl-5 text-bark-deep">
        <li>
          Everybody is signed out.{' '}
          {report.isSameShop ? 'The desk’s password and passkeys stay as they are now.' : ''}
        </li>
        <li>
          Card payments under way are settled by what Stripe says of them, as after a crash: what
          the restored shop does not know is listed at the desk.
        </li>
        <li>
          Customers who were erased since stay erased. Order numbers go on above those of now.
        </li>
      </ul>
    </ActionDialog>
  )
}

function ChooseFile({ desk: { failure, asksPassphrase, upload } }: { desk: RestoreDesk }) {
  const step = useRestoreStep()
  const [part, setPart] = useState<number | null>(null)
  const choose = (file: File) => {
    setPart(0)
    step.mutate(() => sendBackup(file, setPart).finally(() => setPart(null)), {
      onSuccess: () => openDialog('backups/check'),
    })
  }
  return (
    <>
      {failure && (
        <Notice tone="failure" role="alert">
          {failure} Nothing was changed.
        </Notice>
      )}
      {upload && upload.received === upload.bytes && (
        <div>
          <Button onClick={() => openDialog('backups/check')}>
            {asksPassphrase ? 'Type its passphrase…' : `Check ${upload.name}…`}
          </Button>
          <DialogAt address="backups/check">
            {(dialog) => <CheckBackup asksPassphrase={asksPassphrase} {...dialog} />}
          </DialogAt>
        </div>
      )}
      <p>
        Choose one of the list above, or a file from this device. The whole file is checked first,
        and you see what would change; the shop stays open meanwhile.
      </p>
      <div>
        <FileButton
          icon={<FileUp aria-hidden="true" className="size-5" />}
          text={part === null ? 'Choose a file' : `Sending… ${Math.floor(part * 100)} %`}
          disabled={step.isPending}
          onFile={choose}
        />
      </div>
    </>
  )
}

function useRestoreStep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (step: () => Promise<RestoreDesk>) => step(),
    gcTime: 0,
    onSuccess: (desk) => client.setQueryData(restoreQuery.queryKey, desk),
    onError: (failure) => toastFailure('That did not work', failure),
    onSettled: () => client.invalidateQueries({ queryKey: restoreQuery.queryKey }),
  })
}

function ReportTable({ report }: { report: RestoreReport }) {
  const { before, after } = report
  const { formatMoment } = useFarmDates()
  const moment = (at: string | null) => (at === null ? 'None' : formatMoment(at))
  const rows: readonly [string, (held: Held) => string][] = [
    ['Orders', ({ orders }) => orders.toLocaleString('en-US')],
    ['Newest order', ({ newestOrderAt }) => moment(newestOrderAt)],
    ['Paid by card', ({ taken }) => formatMoney(taken)],
    ['Given back', ({ givenBack }) => formatMoney(givenBack)],
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
        {report.differences.map(({ label, before, after }) => (
          <ReportRow key={label} label={label} now={before ?? 'None'} then={after ?? 'None'} />
        ))}
      </tbody>
      {report.moreDifferences > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3} className="py-1.5 text-bark-deep">
              And {report.moreDifferences} more changes of products and settings.
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function ReportRow({ label, now, then }: { label: string; now: string; then: string }) {
  return (
    <tr className="border-b border-straw last:border-0">
      <th scope="row" className="py-1.5 pr-3 font-normal text-bark-deep">
        {label}
      </th>
      <td className="py-1.5 pr-3 wrap-anywhere">{now}</td>
      <td className={now === then ? 'py-1.5' : 'py-1.5 font-semibold wrap-anywhere'}>{then}</td>
    </tr>
  )
}

function ReportWarnings({ report }: { report: RestoreReport }) {
  const { since, isSameShop, passkeys, isOlderRelease, booksDiffer } = report
  return (
    <div className="grid gap-2">
      {since.orders > 0 && (
        <Notice tone="failure">
          {formatOrders(since.orders)} for {formatMoney(since.total)} came after this backup. The
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
