import { useQuery } from '@tanstack/react-query'
import { deskProducts } from '#contract/products/desk-products.ts'
import { type DeskProduct, products } from '#contract/products/products.ts'
import { formatList } from '#contract/text/format-list.ts'
import { call, query } from '#web/api/call.ts'
import { ChangeQuestion, type QuestionProps } from '../shared/dialog-at.tsx'
import { PRODUCT_LISTS } from './products-query.ts'

type DeleteProductProps = QuestionProps & { product: DeskProduct }

export function DeleteProductDialog({ product: { id, name }, ...dialog }: DeleteProductProps) {
  const toPack = query(deskProducts.toPack, { params: { id } })
  const { data } = useQuery({ ...toPack, staleTime: 0, enabled: dialog.open })
  return (
    <ChangeQuestion
      {...dialog}
      title="Are you sure you want to delete this product?"
      send={() => call(products.delete, { params: { id } })}
      done="Product deleted"
      failed="Error deleting product"
      refreshes={PRODUCT_LISTS}
    >
      <p>
        <strong>{name}</strong> will leave the shop. You can restore it, with its picture and
        history, from Deleted products. Orders that include it keep its name and price.
      </p>
      {data && data.units > 0 && (
        <p className="mt-3 rounded-xl bg-yolk-pale px-4 py-3 font-semibold text-yolk-deep">
          {formatToPack(data)}
        </p>
      )}
    </ChangeQuestion>
  )
}

const MAX_NAMED = 5

/** `12 of it are in orders still to pack: #41 and #57. You still owe them.` */
function formatToPack({ units, orders }: { units: number; orders: number[] }): string {
  const named = orders.slice(0, MAX_NAMED).map((id) => `#${id}`)
  const more = orders.length - named.length
  const list = more > 0 ? [...named, `${more} more`] : named
  const where = formatList(list)
  const are = units === 1 ? '1 of it is' : `${units} of it are`
  return `${are} in ${orders.length === 1 ? 'an order' : 'orders'} still to pack: ${where}. That stays as it is.`
}
