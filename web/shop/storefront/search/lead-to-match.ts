import type { QueryClient } from '@tanstack/react-query'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { announce } from '#web/ui/announcer.tsx'
import { shopSearch } from './product-finder.ts'

/** The home page under this hash leads to the best match of the words that follow. */
const FIND = '#find='

/** Leads to a product in the whole shop: at once where the page shows it, else by loading that. */
export async function leadToProduct(product: Product, question: string): Promise<void> {
  if (location.pathname + location.search !== '/')
    return location.assign(`/${FIND}${encodeURIComponent(question)}`)
  const card = await cardOf(product)
  if (!card) return location.assign(productPath(product))
  outline(card)
  announce(`${product.name} is outlined on the page.`)
}

/** Does what the hash of the home page asks for. */
export async function leadToAddressed(client: QueryClient): Promise<void> {
  const question = decodeURIComponent(location.hash.slice(FIND.length))
  const products = await client.fetchQuery(productsQuery)
  const [first] = (products && shopSearch(products)(question)) ?? []
  if (first) await leadToProduct(first, question)
  else location.replace('/#products')
}

/** A long shop is shown further until the product's card is there; null where it does not come. */
async function cardOf(product: Product): Promise<HTMLElement | null> {
  const link = `#products a[href="${productPath(product)}"]`
  for (;;) {
    const card = document.querySelector(link)?.closest('li')
    if (card) return card
    const more = document.querySelector<HTMLElement>('#products [data-more]')
    if (!more) return null
    more.click()
    await new Promise(requestAnimationFrame)
  }
}

let outlined: HTMLElement | null = null

/** The card comes to the middle of what the header and a short list of matches leave free. */
function outline(card: HTMLElement): void {
  outlined?.removeAttribute('style')
  outlined = card
  Object.assign(card.style, {
    outline: '3px solid var(--color-leaf)',
    outlineOffset: '3px',
    scrollMarginTop: '10rem',
  })
  // The keyboard of a phone would cover it.
  if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLElement)
    document.activeElement.blur()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  card.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
}
