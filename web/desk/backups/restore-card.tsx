import { useQuery } from '@tanstack/react-query'
import { type PastRestore, type RestoreDesk, restores } from '#contract/restore.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { Notice } from '../shared/notice.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ChooseFile } from './choose-file.tsx'
import { ConfirmRestore } from './confirm-restore.tsx'
import { restoreQuery } from './restore-query.ts'
import { ReportTable, ReportWarnings } from './restore-report.tsx'
import { useRestoreStep } from './use-restore-step.ts'

export function RestoreCard({ file }: { file: string }) {
  const { data: desk } = useQuery(restoreQuery)
  if (!desk) return null
  return (
    <Card aria-labelledby="go-back" className="grid gap-3">
      <h3 id="go-back" className="scroll-mt-24 text-xl">
        Go back to a backup
      </h3>
      {desk.last && !desk.isWaiting && <LastRestore last={desk.last} />}
      {desk.whyNot ? <p>{desk.whyNot}</p> : <Step desk={desk} />}
      <details className="text-bark-deep">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          With the command line instead
        </summary>
        <p>Stop the shop on its server. There, type</p>
        <code className="my-2 block rounded-xl bg-paper px-3 py-2 font-mono text-[0.9375rem] wrap-anywhere">
          npm run restore -- {file}
        </code>
        <p>and start the shop again. The command says how to get the present shop back.</p>
      </details>
    </Card>
  )
}

function Step({ desk }: { desk: RestoreDesk }) {
  if (desk.checking) return <Checking rows={desk.checking.rows} />
  if (desk.isWaiting) return <WaitingForStart desk={desk} />
  if (desk.report) return <Checked report={desk.report} />
  return <ChooseFile desk={desk} />
}

function Checking({ rows }: { rows: number }) {
  const step = useRestoreStep()
  return (
    <>
      <p role="status" className="grid gap-1">
        Checking the whole file…
        <progress aria-label="Checking the backup" className="h-3 w-full accent-leaf" />
        <span className="text-[0.9375rem] text-bark-deep tabular-nums">
          {rows.toLocaleString('en-US')} rows
        </span>
      </p>
      <GiveUp step={step} label="Stop" />
    </>
  )
}

function Checked({ report }: { report: NonNullable<RestoreDesk['report']> }) {
  const step = useRestoreStep()
  return (
    <>
      <ReportTable report={report} />
      <ReportWarnings report={report} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => openDialog('backups/restore')}>Go back to it…</Button>
        <GiveUp step={step} label="Not this one" />
      </div>
      <DialogAt address="backups/restore">
        {(dialog) => <ConfirmRestore report={report} {...dialog} />}
      </DialogAt>
    </>
  )
}

function WaitingForStart({ desk }: { desk: RestoreDesk }) {
  const step = useRestoreStep()
  const { formatMoment } = useFarmDates()
  if (!desk.report) return null
  return (
    <>
      <Notice tone="warning">
        The next start of the shop goes back to {formatMoment(desk.report.madeAt)}. Until then it
        sells as it is, and what is ordered now will not be in the restored shop. Restart the
        computer or the service it runs on.
      </Notice>
      <ReportTable report={desk.report} />
      <div>
        <GiveUp step={step} label="Stay with the present shop" />
      </div>
    </>
  )
}

type GiveUpProps = { step: ReturnType<typeof useRestoreStep>; label: string }

function GiveUp({ step, label }: GiveUpProps) {
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
        On {formatMoment(at)} the shop could not go back to {formatMoment(madeAt)} and stayed as it
        was: {failure}
      </Notice>
    )
  return (
    <p>
      On {formatMoment(at)} the shop went back to {formatMoment(madeAt)}.
      {keptIn && ` The shop before is kept in ${keptIn} on its computer.`}
    </p>
  )
}
