import { FileUp } from 'lucide-react'
import type { ImportedRow } from '#contract/bulk-products.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileButton } from '../file-button.tsx'
import { useArrivingFiles } from '../use-arriving-files.ts'
import { ImportRows } from './import-rows.tsx'
import { countRows, useImport } from './use-import.ts'

export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { look, apply } = useImport({ onApplied: onClose })
  const take = (file: File) => look.mutate(file)
  const seen = look.data
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Import products"
      description="From a CSV file, such as this desk’s export. Rows with an id change that product; rows without one add a product. You will see what would change before anything happens."
      place="wide"
      footer={seen && <ApplyPart rows={seen.list.rows} busy={apply.isPending} onApply={() => apply.mutate(seen)} />}
    >
      {open && <ArrivingFiles onFile={take} />}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <FileButton
          icon={<FileUp aria-hidden="true" className="size-5" />}
          text={seen ? 'Choose another file' : 'Choose CSV file'}
          accept=".csv,text/csv,.txt"
          disabled={look.isPending}
          onFile={take}
        />
        {look.isPending && (
          <p role="status" className="flex items-center gap-2">
            <Spinner /> Reading {look.variables.name}…
          </p>
        )}
      </div>
      {look.error && (
        <p role="alert" className="rounded-xl bg-beet-pale px-4 py-3 font-semibold text-beet wrap-anywhere">
          {sentenceOf(look.error)}
        </p>
      )}
      {seen && <ImportRows name={seen.name} rows={seen.list.rows} />}
    </Dialog>
  )
}

function ArrivingFiles({ onFile }: { onFile: (file: File) => void }) {
  useArrivingFiles(onFile)
  return null
}

type ApplyPartProps = { rows: readonly ImportedRow[]; busy: boolean; onApply: () => void }

function ApplyPart({ rows, busy, onApply }: ApplyPartProps) {
  const { created, updated, refused } = countRows(rows)
  const count = created + updated
  const label = refused > 0 ? 'Fix the refused rows and choose the file again.' : 'This file changes nothing.'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-bark-deep">
        {refused > 0 || count === 0 ? label : 'Either all of it is applied or none of it.'}
      </p>
      <Button size="lg" busy={busy} disabled={refused > 0 || count === 0} onClick={onApply} className="max-sm:w-full">
        {busy ? 'Applying…' : `Apply ${count === 1 ? '1 row' : `${count} rows`}`}
      </Button>
    </div>
  )
}
