import { toDollars } from '#contract/money.ts'
import { type Product, type ProductDraft, productDraft } from '#contract/products.ts'

/** A product as the form sends it: the price in dollars. */
export type TypedProduct = Omit<ProductDraft, 'price'> & { price: number }

/** What the form holds, checked or not. */
export type Typed = Record<keyof TypedProduct, unknown>

/** One sentence for each field that is wrong. */
export type FieldErrors = Partial<Record<keyof TypedProduct, string>>

/** What the form holds, with the picture that stands beside its fields. */
export function readForm(form: FormData, imageUrl: string | null): Typed {
  const text = (name: keyof TypedProduct) => String(form.get(name) ?? '').trim()
  const stock = text('stock')
  return {
    name: text('name'),
    description: text('description'),
    category: text('category'),
    price: text('price'),
    stock: stock === '' ? Number.NaN : Number(stock),
    unit: text('unit'),
    allergens: text('allergens'),
    imageUrl,
  }
}

/** Checks what was typed by the contract: a draft that can be sent, or a sentence for each field that is wrong. */
export function checkDraft(typed: Typed): { draft: TypedProduct } | { errors: FieldErrors } {
  const checked = productDraft.safeParse(typed)
  if (checked.success) return { draft: { ...checked.data, price: toDollars(checked.data.price) } }
  const errors: FieldErrors = {}
  for (const issue of checked.error.issues) {
    const field = issue.path[0]
    if (isField(field)) errors[field] ??= issue.message
  }
  return { errors }
}

/** What the form of a product had loaded, as it is sent. */
export function loadedProduct({ id: _, unit, allergens, ...same }: Product): TypedProduct {
  return { ...same, unit: unit ?? null, allergens: allergens ?? null }
}

/** The field a refusal speaks of, when the form has it. */
export function isField(name: unknown): name is keyof TypedProduct {
  return typeof name === 'string' && Object.hasOwn(productDraft.shape, name)
}

/** Whether the form holds something else than the product it was opened with. */
export function isChanged(typed: Typed, product: Product | null): boolean {
  if (!product) return [typed.name, typed.description, typed.price, typed.unit, typed.imageUrl].some(Boolean)
  return (
    typed.name !== product.name ||
    typed.description !== product.description ||
    typed.category !== product.category ||
    Number(typed.price) !== product.price ||
    typed.stock !== product.stock ||
    typed.unit !== (product.unit ?? '') ||
    typed.allergens !== (product.allergens ?? '') ||
    typed.imageUrl !== product.imageUrl
  )
}
