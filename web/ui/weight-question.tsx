import type { TypedWeight } from '#contract/packing/line-weight.ts'
import { Button } from './button.tsx'

type WeightQuestionProps = { typed: TypedWeight; onYes: () => void; onNo: () => void }

export function WeightQuestion({ typed, onYes, onNo }: WeightQuestionProps) {
  return (
    <div className="grid gap-2 rounded-xl bg-yolk-pale px-3 py-2">
      <p>{typed.question}</p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={onYes}>{typed.yes}</Button>
        <Button variant="quiet" onClick={onNo}>
          No, I’ll type it again
        </Button>
      </p>
    </div>
  )
}
