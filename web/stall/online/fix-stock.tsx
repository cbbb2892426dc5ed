import { useQuery } from '@tanstack/react-query'
import { type Truck, type TruckProduct, trucks } from '#contract/market/truck.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Notice } from '#web/desk/shared/notice.tsx'
import { useChange } from '#web/desk/shared/use-change.ts'
import { useQuestionAbout } from '#web/desk/shared/use-question.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** What a day sold beyond the stock, or lost of the truck, until the farmer has looked at it. */
export function FixStock({ dayId }: { dayId: number }) {
  const { data } = useQuery({
    ...query(trucks.show, { params: { id: String(dayId) } }),
    staleTime: 0,
  })
  return data ? <ToFix truck={data} /> : null
}

function ToFix({ truck }: { truck: Truck }) {
  const [subject, setSubject] = useQuestionAbout<true>('close/fix-stock')
  const params = { id: String(truck.marketDay.id) }
  const settle = useChange({
    send: () => call(trucks.settle, { params }),
    done: 'Stock fixed',
    failed: 'The stock was not fixed',
    refreshes: [trucks.show],
    onShown: () => setSubject(null),
  })
  const open = openProducts(truck.products)
  if (open.length === 0) return null
  return (
    <section aria-label="Fix stock" className="grid gap-2">
      <Notice tone="warning">{open.join('. ')}.</Notice>
      <p className="text-bark-deep">
        The extra comes off whatever you add to stock next, until you fix it.
      </p>
      <div>
        <Button variant="quiet" onClick={() => setSubject(true)}>
          Fix stock
        </Button>
      </div>
      <ConfirmDialog
        open={subject !== null}
        onClose={() => setSubject(null)}
        title="Fix the stock of this day?"
        confirmLabel={settle.isPending ? 'Fixing…' : 'Fix stock'}
        cancelLabel="Not yet"
        onConfirm={() => settle.mutate()}
        busy={settle.isPending}
        isSafe
      >
        The stock stays as it is now. Nothing more comes off it for this day, and what is missing is
        not asked about again.
      </ConfirmDialog>
    </section>
  )
}

/** What is still open of each product; empty where all is well. */
function openProducts(products: readonly TruckProduct[]): string[] {
  return products.flatMap((line) => {
    const text = openText(line)
    return text ? [`${line.name}: ${text}`] : []
  })
}

function openText({ missing, beyond, isSettled }: TruckProduct): string | null {
  if (isSettled) return null
  if (beyond > 0) return `sold ${beyond} more than you had`
  return missing > 0 ? `${missing} missing` : null
}
