import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDollars, toCents } from '#contract/money.ts'
import type { DeskProduct } from '#contract/products.ts'
import { nameKey } from '#contract/visible-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { deskProductsQuery } from './products-query.ts'

type PendingQuestion = { twin: DeskProduct; save: () => void }

/** Asks before a second product gets a name that is there already; a name that was so before is not asked about. */
export function useTwinQuestion(product: DeskProduct | null) {
  const client = useQueryClient()
  const [pending, setPending] = useState<PendingQuestion | null>(null)
  const checkName = (name: string, save: () => void) => {
    const known: readonly DeskProduct[] = client.getQueryData(deskProductsQuery.queryKey) ?? []
    const others = known.filter(({ id }) => id !== product?.id)
    const isNew = product === null || nameKey(product.name) !== nameKey(name)
    const twin = isNew && others.find((other) => nameKey(other.name) === nameKey(name))
    if (twin) setPending({ twin, save })
    else save()
  }
  return { ask: checkName, question: { pending, onClose: () => setPending(null) } }
}

export function TwinQuestion({
  pending,
  onClose,
}: {
  pending: PendingQuestion | null
  onClose: () => void
}) {
  const twin = pending?.twin
  return (
    <ConfirmDialog
      open={pending !== null}
      onClose={onClose}
      title="Two products with this name?"
      confirmLabel="Save it all the same"
      cancelLabel="Change the name"
      onConfirm={() => {
        onClose()
        pending?.save()
      }}
    >
      {twin && (
        <p>
          There is already <strong>{twin.name}</strong> for {formatDollars(toCents(twin.price))},
          with {twin.stock} in stock{twin.hidden ? ', hidden' : ''}. Customers could not tell them
          apart.
        </p>
      )}
    </ConfirmDialog>
  )
}
