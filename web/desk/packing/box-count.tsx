import { Minus, Plus } from 'lucide-react'
import { formatBoxes } from '#contract/box-text.ts'
import { MAX_BOXES } from '#contract/packing.ts'
import type { PackOrder } from '#contract/packing-lists.ts'
import { IconButton } from '../shared/icon-button.tsx'

type BoxCountProps = { order: PackOrder; boxes: number; onCount: (boxes: number) => void }

export function BoxCount({ order: { id }, boxes, onCount }: BoxCountProps) {
  return (
    <div className="flex shrink-0 items-center rounded-full border border-bark">
      <IconButton
        tip="One box less"
        label={`One box less for order ${id}`}
        Icon={Minus}
        disabled={boxes <= 1}
        onClick={() => onCount(boxes - 1)}
      />
      <span className="whitespace-nowrap">{formatBoxes(boxes)}</span>
      <IconButton
        tip="One box more"
        label={`One box more for order ${id}`}
        Icon={Plus}
        disabled={boxes >= MAX_BOXES}
        onClick={() => onCount(boxes + 1)}
      />
    </div>
  )
}
