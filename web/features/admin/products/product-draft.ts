import { type Product, type ProductDraft, productDraft } from '#contract/products.ts'

/** A product as the form sends it: the price as it was typed. */
export type TypedProduct = Omit<ProductDraft, 'price'> & { price: string }

/** One sentence for each field that is wrong. */
export type FieldErrors = Partial<Record<keyof TypedProduct, string>>

/** What the form holds; the picture is not in the form and stays as it is. */
export function readForm(form: FormData, imageUrl: string | null): Record<keyof TypedProduct, unknown> {
  const text = (name: keyof TypedProduct) => String(form.get(name) ?? '').trim()
  const stock = text('stock')
  return {
    name: text('name'),
    description: text('description'),
    category: text('category'),
    price: text('price'),
    stock: stock === '' ? Number.NaN : Number(stock),
    imageUrl,
  }
}

/** Checks what was typed by the contract: a draft that can be sent, or a sentence for each field that is wrong. */
export function checkDraft(
  typed: Record<keyof TypedProduct, unknown>,
): { draft: TypedProduct } | { errors: FieldErrors } {
  const checked = productDraft.safeParse(typed)
  if (checked.success) return { draft: { ...checked.data, price: String(typed.price) } }
  const errors: FieldErrors = {}
  for (const issue of checked.error.issues) {
    const field = issue.path[0]
    if (isField(field)) errors[field] ??= issue.message
  }
  return { errors }
}

/** The field a refusal speaks of, when the form has it. */
export function isField(name: unknown): name is keyof TypedProduct {
  return typeof name === 'string' && Object.hasOwn(productDraft.shape, name)
}

/** Whether the form holds something else than the product it was opened with. */
export function isChanged(typed: Record<keyof TypedProduct, unknown>, product: Product | null): boolean {
  if (!product) return typed.name !== '' || typed.description !== '' || typed.price !== ''
  const { name, description, category, price, stock } = product
  return (
    typed.name !== name ||
    typed.description !== description ||
    typed.category !== category ||
    Number(typed.price) !== price ||
    typed.stock !== stock
  )
}
