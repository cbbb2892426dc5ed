import type { RefObject } from 'react'
import type { Product } from '#contract/products.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteProduct } from './save-product.ts'

type DeleteProductDialogProps = {
  product: Product
  open: boolean
  onClose: () => void
  focusElse: RefObject<HTMLElement | null>
}

export function DeleteProductDialog({ product, open, onClose, focusElse }: DeleteProductDialogProps) {
  const deletion = useDeleteProduct({ onDeleted: onClose })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Are you sure you want to delete this product?"
      confirmLabel={deletion.isPending ? 'Deleting…' : 'Delete'}
      onConfirm={() => deletion.mutate(product)}
      busy={deletion.isPending}
      focusElse={focusElse}
    >
      <strong>{product.name}</strong> will leave the shop. Orders that include it keep its name and price.
    </ConfirmDialog>
  )
}
