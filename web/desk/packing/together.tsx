import { PackagePlus, Undo2 } from 'lucide-react'
import { formatTogether } from '#contract/packing/box-text.ts'
import type { PackOrder } from '#contract/packing/packing-lists.ts'
import { Button } from '#web/ui/button.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { NotSaved, usePackTogether } from './use-tick.tsx'

export function Together({ order }: { order: PackOrder }) {
  const { id, sameBuyerAs, packedWith = [] } = order
  const tick = usePackTogether(id)
  // A later order is what was put to an earlier one, so it is taken away there.
  const isHelper = useIsHelper()
  const mayUndo = !isHelper && packedWith.some((other) => other < id)
  if (sameBuyerAs === undefined && packedWith.length === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-sprout px-3 py-1.5">
      <p className="py-1">
        {packedWith.length > 0 ? (
          <strong className="font-semibold">{formatTogether(packedWith)}</strong>
        ) : (
          `Same email address as #${sameBuyerAs}`
        )}
      </p>
      <NotSaved tick={tick} />
      {sameBuyerAs !== undefined && (
        <Button
          variant="plain"
          size="sm"
          className="-mx-3"
          busy={tick.isPending}
          aria-label={`Pack together, order ${id} with order ${sameBuyerAs}`}
          onClick={() => tick.mutate(sameBuyerAs)}
        >
          <PackagePlus aria-hidden="true" className="size-5" /> Pack together
        </Button>
      )}
      {mayUndo && (
        <Button
          variant="plain"
          size="sm"
          className="-mx-3"
          busy={tick.isPending}
          aria-label={`Undo, pack order ${id} on its own`}
          onClick={() => tick.mutate(null)}
        >
          <Undo2 aria-hidden="true" className="size-5" /> Undo
        </Button>
      )}
    </div>
  )
}
