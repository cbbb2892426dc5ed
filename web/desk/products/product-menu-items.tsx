import { Copy, Diff, Ellipsis, Eye, EyeOff, Trash2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type DeskProduct, products } from '#contract/products/products.ts'
import { call } from '#web/api/call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useChange } from '../shared/use-change.ts'
import { PRODUCT_LISTS } from './products-query.ts'
import { MENU_LOOK, type ProductMenuProps } from './row-actions.ts'

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-4 font-semibold data-highlighted:bg-sprout'

const ON_PHONE = `${ITEM} md:hidden`

export function ProductMenuItems({ product, ...actions }: ProductMenuProps) {
  const { onCopy, onStock, onDelete } = actions
  const hide = useHide(product)
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <Tooltip text="More">
        <DropdownMenu.Trigger aria-label={`More for ${product.name}`} className={MENU_LOOK}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 grid rounded-2xl border border-straw bg-card p-2 raised"
        >
          <DropdownMenu.Item className={ITEM} onSelect={() => hide.mutate(!product.hidden)}>
            {product.hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
            {product.hidden ? 'Show in the shop' : 'Hide from the shop'}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={() => onCopy(product)}>
            <Copy aria-hidden="true" />
            Copy
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ON_PHONE} onSelect={() => onStock(product)}>
            <Diff aria-hidden="true" />
            Harvest or waste
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={classNames(ON_PHONE, 'text-beet')}
            onSelect={() => onDelete(product)}
          >
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function useHide({ id, name }: DeskProduct) {
  const change = useChange({
    send: (hidden: boolean) =>
      call(products.update, { params: { id: String(id) }, body: { hidden } }),
    done: ({ hidden = false }) => ({
      title: hidden ? `${name} is hidden` : `${name} is in the shop`,
      description: hidden
        ? 'Nobody can order it. What is ordered already stays ordered.'
        : 'Customers can order it again.',
      action: { label: 'Undo', run: () => change.mutate(!hidden) },
    }),
    failed: 'Error updating product',
    refreshes: PRODUCT_LISTS,
  })
  return change
}
