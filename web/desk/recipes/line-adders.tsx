import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import type { LineKind } from '#contract/recipes/recipes.ts'
import { Button } from '#web/ui/button.tsx'

const ADDERS: readonly (readonly [LineKind, string, string])[] = [
  ['ingredient', 'Add ingredient', 'Ingredient'],
  ['labor', 'Add labor', 'Labor'],
  ['packaging', 'Add packaging', 'Packaging'],
  ['recipe', 'Add a recipe', 'Recipe'],
]

type LineAddersProps = {
  buttonOf: (kind: LineKind) => Ref<HTMLButtonElement> | undefined
  onAdd: (kind: LineKind) => void
}

export function LineAdders({ buttonOf, onAdd }: LineAddersProps) {
  return (
    <p className="flex flex-wrap gap-2">
      {ADDERS.map(([kind, label, short]) => (
        <Button
          key={kind}
          ref={buttonOf(kind)}
          variant="quiet"
          size="sm"
          aria-label={label}
          className="pl-3"
          onClick={() => onAdd(kind)}
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {kind === 'ingredient' ? label : short}
        </Button>
      ))}
    </p>
  )
}
