import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import type { LineKind } from '#contract/recipes/recipes.ts'
import { Button } from '#web/ui/button.tsx'

export const KIND_LABELS: Readonly<Record<LineKind, string>> = {
  ingredient: 'Ingredient',
  labor: 'Labor',
  packaging: 'Packaging',
  recipe: 'Recipe',
}

type LineAddersProps = {
  buttonOf: (kind: LineKind) => Ref<HTMLButtonElement> | undefined
  onAdd: (kind: LineKind) => void
}

export function LineAdders({ buttonOf, onAdd }: LineAddersProps) {
  return (
    <p className="flex flex-wrap gap-2">
      {keysOf(KIND_LABELS).map((kind) => (
        <Button
          key={kind}
          ref={buttonOf(kind)}
          variant="quiet"
          size="sm"
          aria-label={`Add ${kind === 'recipe' ? 'a recipe' : kind}`}
          className="pl-3"
          onClick={() => onAdd(kind)}
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {kind === 'ingredient' ? 'Add ingredient' : KIND_LABELS[kind]}
        </Button>
      ))}
    </p>
  )
}
