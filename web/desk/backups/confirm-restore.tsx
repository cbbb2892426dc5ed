import { type RestoreReport, restores } from '#contract/restore.ts'
import { call } from '#web/api/call.ts'
import { PasswordDialog } from '../account/password-dialog.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ReportTable, ReportWarnings } from './restore-report.tsx'

export function ConfirmRestore({ report, ...dialog }: DialogProps & { report: RestoreReport }) {
  const { formatMoment } = useFarmDates()
  const confirm = useChange({
    send: (currentPassword: string) =>
      call(restores.confirm, { body: { id: report.id, currentPassword } }),
    done: () => ({
      title: 'The next start goes back',
      description: 'The shop sells as it is until then.',
    }),
    failed: 'Nothing was changed',
    refreshes: [restores.show],
    isSecret: true,
    onDone: dialog.onClose,
  })
  return (
    <PasswordDialog
      {...dialog}
      title={`Go back to ${formatMoment(report.madeAt)}?`}
      description="Nothing happens until the shop is restarted. Then this backup takes its place at once, and the current shop is kept beside it."
      change={confirm}
      save={{ label: 'At the next start', busy: confirm.isPending }}
    >
      <ReportTable report={report} />
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
    </PasswordDialog>
  )
}
