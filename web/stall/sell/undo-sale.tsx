import { Undo2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useNote } from '../use-stall.ts'
import { type StallSale, totalOfSale } from './own-sales.ts'

type UndoSaleProps = { sale: StallSale; onUndone?: () => void }

export function UndoSale({ sale: { command, undone }, onUndone }: UndoSaleProps) {
  const note = useNote()
  if (undone) return null
  return (
    <Button
      variant="quiet"
      onClick={() => {
        onUndone?.()
        void note({ kind: 'void-sale', target: command.id })
      }}
    >
      <Undo2 aria-hidden="true" className="size-5" /> Undo
      <span className="sr-only"> the sale of {totalOfSale(command)}</span>
    </Button>
  )
}
