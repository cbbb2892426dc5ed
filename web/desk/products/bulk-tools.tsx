import { FileDown, FileUp, Table2 } from 'lucide-react'
import { bulkProducts } from '#contract/bulk-products.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'

const LOOK = { variant: 'quiet', size: 'sm' } as const
const ICON = 'size-5 max-sm:hidden'
const TIGHT = 'max-sm:px-3.5'

type BulkToolsProps = { isEmpty: boolean; onGrid: () => void; onImport: () => void }

export function BulkTools({ isEmpty, onGrid, onImport }: BulkToolsProps) {
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {!isEmpty && (
        <Button {...LOOK} onClick={onGrid} className={TIGHT}>
          <Table2 aria-hidden="true" className={ICON} />
          Prices and stock
        </Button>
      )}
      <Button {...LOOK} onClick={onImport} className={TIGHT}>
        <FileUp aria-hidden="true" className={ICON} />
        Import
      </Button>
      {!isEmpty && (
        <a href={bulkProducts.export.path} download className={buttonLook(LOOK, TIGHT)}>
          <FileDown aria-hidden="true" className={ICON} />
          Export
        </a>
      )}
    </div>
  )
}
